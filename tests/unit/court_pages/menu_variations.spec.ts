/** Variations of attachment menus: numbers of pages, sizes, and descriptions. */
import { test } from '@japa/runner'
import { parseAppellateAttachmentMenu } from '#app/court_pages/appellate_attachment_menu'
import { parseAttachmentMenu } from '#app/court_pages/attachment_menu'
import { pageCount } from '#app/court_pages/document_links'
import { documentLink } from '../../court_pages/invented_dockets.js'

const MAIN = `<tr><td colspan=2><b>Document Number:</b></td><td>${documentLink(99917000021, 30, 411)}</td><td>2 pages</td></tr>`
const menu = (cells: string, main = MAIN) =>
  parseAttachmentMenu(
    `<html><head><title>CM/ECF - inkd</title></head><body><p><b>Document Selection Menu</b></p><p>Select the document you wish to view.</p><form action="/cgi-bin/show_multidocs.pl"><table>${main}<tr><td>${documentLink(99917000022, 30, 1)}</td>${cells}</tr></table><input type="button" id="view_button"></form></body></html>`,
    'inkd'
  )

test.group('attachment menus', () => {
  for (const [cells, description, pages, size] of [
    ['<td>Exhibit</td><td>9 pages</td><td>150.0 kb</td>', 'Exhibit', 9, '150.0 kb'],
    ['<td>Exhibit</td><td>1 page</td><td>1.2 MB</td>', 'Exhibit', 1, '1.2 MB'],
    ['<td>Exhibit</td><td>1,234 pages</td><td>1,027.8 kb</td>', 'Exhibit', 1_234, '1,027.8 kb'],
    ['<td>Exhibit</td><td>9 pgs</td><td>512 bytes</td>', 'Exhibit', 9, '512 bytes'],
    ['<td>5 pages</td><td>9 pages</td><td>150.0 kb</td>', '5 pages', 9, '150.0 kb'],
    ['<td>2 pages of notes</td><td>9 pages</td><td>1.0 kb</td>', '2 pages of notes', 9, '1.0 kb'],
    ['<td></td><td>9 pages</td><td>150.0 kb</td>', '', 9, '150.0 kb'],
    ['<td>Exhibit</td>', 'Exhibit', null, ''],
    ['<td>Exhibit</td><td>9 pages</td><td>0 B</td>', 'Exhibit', 9, ''],
  ] as const) {
    test(`have the values of ${cells}`, ({ assert }) => {
      assert.containSubset(menu(cells)?.attachments[0], {
        description,
        page_count: pages,
        file_size_str: size,
      })
    })
  }

  test('have the pages of the main document', ({ assert }) => {
    const main = MAIN.replace('2 pages', '1,002 pages')
    assert.equal(menu('<td>Exhibit</td>', main)?.page_count, 1_002)
  })
})

test.group('numbers of pages', () => {
  for (const [printed, expected] of [
    ['9', 9],
    ['9 pages', 9],
    ['1 page', 1],
    ['13 pg', 13],
    ['13 pgs.', 13],
    ['1,234', 1_234],
    ['1,234,567 pages', 1_234_567],
    ['', null],
    ['n/a', null],
    ['1,23', null],
    ['9 pages of notes', null],
  ] as const) {
    test(`are ${expected} in "${printed}"`, ({ assert }) =>
      assert.equal(pageCount(printed), expected))
  }

  for (const [cell, expected] of [
    ['13', 13],
    ['13 pg', 13],
    ['1,234', 1_234],
    ['', null],
  ] as const) {
    test(`are ${expected} in "${cell}" of an appellate menu`, ({ assert }) => {
      const page = `<html><head><title>Document</title></head><body><script>window.open('TransportRoom?servlet=ShowDoc&caseId=210055&d=1&outputForm=view')</script><form name="dktEntry" action="TransportRoom"><b>1 document is attached to this filing</b><table><tr><th></th><th></th><th>Document</th><th>Description</th><th>Pages</th></tr>
<tr><td><input type="checkbox" value="7"></td><td>1</td><td><a href="https://ecf.ca5.uscourts.gov/docs1/00517148061"><img></a></td><td></td><td>${cell}</td></tr></table><input type="checkbox" name="incPdfFooter"> Include Page Numbers</form></body></html>`
      assert.equal(parseAppellateAttachmentMenu(page)?.attachments[0].page_count, expected)
    })
  }
})
