/** Menus of the documents of a filing, in district and bankruptcy courts. */
import { test } from '@japa/runner'
import { parseAttachmentMenu } from '#app/court_pages/attachment_menu'

const link = (id: string, number: number, call = true) =>
  `<a href="https://ecf.inkd.uscourts.gov/doc1/${id}"${call ? ` onClick="goDLS('/doc1/${id}','77','30','','','1','','','');return(false);"` : ''}>${number}</a>`
const OLD = `<p><B>Document Selection Menu</B></p><table>
<tr><td colspan=2><B>Document Number:</B> ${link('99917000021', 23)}</td><td>3 pages</td><td>39 kb</td><tr><td>&nbsp;</td><tr><td><B>Attachment</B></TD><TD><B>Description</B></TD>
<tr><td>${link('99917000022', 1)}</td><td>Exhibit  Ink</td><td>9 pages</td><td> 5.2 mb</td></tr><tr><td>${link('99917000023', 2)}</td><td></td><td></td><td>0 kb</td></tr></table>`
const BOXES = `<p><b>Document Selection Menu</b></p><form><table><tr><td colspan="2"><b>Document Number:</b></td><td><input type="checkbox" name="document_411_0" value="17000021-28487-2"></td><td>${link('99917000021', 411)}</td><td>2 pages</td><td>27.8 KB</td></tr>
<tr><td><input type="checkbox" name="document_411_1" value="17000022-0-0"></td><td>${link('99917000022', 1)}</td><td colspan="2">Proposed Order</td><td>0 pages</td><td>0 B</td></tr></table></form>`
const PARTS = `<p>Document Selection Menu</p><p><big>Multiple Documents</big></p><table><tr><th>Part</th><th>&nbsp;</th><th>Description</th></tr>
<TR><TD>${link('99908015230', 1, false)}</TD><TD></TD><TD>Main Document  </TD><TD>7 pages</TD></TR><TR><TD>${link('99908015231', 2, false)}</TD><TD></TD><TD> Exhibit A</TD><TD>3 pages</TD></TR>
<tr><td colspan=3><input type='button' onClick="parent.location='/cgi-bin/show_multidocs.pl?caseid=115824&arr_de_seq_nums=12&magic_num='" value='View All'></td></tr></table>`

test.group('attachment menus', () => {
  test('find the number of pages in its cell, not in a description', ({ assert }) => {
    const page = OLD.replace('Exhibit  Ink', 'Exhibit of 12 pages')
    const [exhibit] = parseAttachmentMenu(page, 'inkd')!.attachments
    assert.containSubset(exhibit, { description: 'Exhibit of 12 pages', page_count: 9 })
  })

  test('of old print sizes only', ({ assert }) => {
    assert.deepEqual(parseAttachmentMenu(OLD, 'inkd'), {
      document_number: 23,
      pacer_doc_id: '99907000021',
      pacer_case_id: '77',
      pacer_seq_no: '30',
      page_count: 3,
      file_size_str: '39 kb',
      attachments: [
        {
          attachment_number: 1,
          description: 'Exhibit  Ink',
          pacer_doc_id: '99907000022',
          pacer_seq_no: '30',
          page_count: 9,
          file_size_str: '5.2 mb',
        },
        {
          attachment_number: 2,
          description: '',
          pacer_doc_id: '99907000023',
          pacer_seq_no: '30',
          page_count: null,
          file_size_str: '0 kb',
        },
      ],
    })
  })

  test('with check boxes count bytes', ({ assert }) => {
    const menu = parseAttachmentMenu(BOXES, 'inkd')
    assert.containSubset(menu, {
      document_number: 411,
      file_size_bytes: 28_487,
      file_size_str: '27.8 KB',
    })
    assert.containSubset(menu?.attachments, [
      { attachment_number: 1, page_count: null, file_size_str: '' },
    ])
    assert.notProperty(menu?.attachments[0], 'file_size_bytes')
  })

  test('of bankruptcy courts count the main document as part 1', ({ assert }) => {
    assert.deepEqual(parseAttachmentMenu(PARTS, 'inkb'), {
      document_number: null,
      pacer_doc_id: '99908015230',
      pacer_case_id: '115824',
      pacer_seq_no: '12',
      page_count: 7,
      file_size_str: '',
      attachments: [
        {
          attachment_number: 1,
          description: 'Exhibit A',
          pacer_doc_id: '99908015231',
          pacer_seq_no: '12',
          page_count: 3,
          file_size_str: '',
        },
      ],
    })
  })

  test('of some district courts did so up to a known serial number', ({ assert }) => {
    const menu = (serial: string) =>
      parseAttachmentMenu(
        OLD.replaceAll(
          /9991700002(\d)/g,
          (_, last: string) => `023${last === '1' ? 1 : 0}${serial}`
        ),
        'akd'
      )
    assert.equal(menu('682797')?.attachments[0].attachment_number, 0)
    assert.equal(menu('682798')?.attachments[0].attachment_number, 1)
  })

  test('print thousands of bytes in bankruptcy courts', ({ assert }) => {
    const page = BOXES.replace('28487-2', '1604842-2').replace('27.8 KB', '')
    assert.equal(parseAttachmentMenu(page, 'inkb')?.file_size_str, '1.60 MB')
    assert.equal(parseAttachmentMenu(page, 'inkd')?.file_size_str, '1.5 MB')
  })

  test('exclude other pages', ({ assert }) => {
    assert.isNull(parseAttachmentMenu('<p>Document Selection Menu</p>', 'inkd'))
    assert.isNull(parseAttachmentMenu('<a href="/doc1/99917000021">1</a>', 'inkd'))
  })
})
