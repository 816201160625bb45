/** Recognition of court responses. */
import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { parseCourtPage, recognize } from '#app/court_pages/read_page'
import { decodePage } from '#app/court_pages/decode'
import { MAIL_KINDS, PAGE_KINDS } from '#app/court_pages/page_kinds'

const NOTICE = `<b>Notice of Electronic Filing</b><p>The following transaction was entered and filed on 3/4/2031<table><tr><td>Case Name:</td><td>Quill v. Blot</td></tr>
<tr><td>Case Number:</td><td>3:31-cv-00021</td></tr></table><p>Docket Text: <br>ORDER.</p>`
const pages: [string, string][] = [
  [
    'acms_docket',
    '{"caseDetails":{"caseId":"a","caseNumber":"31-1"},"docketInfo":{"docketEntries":[]}}',
  ],
  ['rss_feed', '<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>'],
  ['possible_case_numbers', `<request number='1'><message text='Cannot find case'/></request>`],
  [
    'attachment_menu',
    '<p>Document Selection Menu</p><table><tr><td><a href="/doc1/99917000021">1</a></td></tr></table>',
  ],
  [
    'case_query',
    '<center><b>3:31-cv-00021</b> Quill v. Blot</center><a href="/cgi-bin/qryParties.pl?7">Party</a>',
  ],
  ['notice', `From: a@b.example\r\nContent-Type: text/html\r\n\r\n${NOTICE}`],
  ['notice', `<div>${NOTICE}</div>`],
]

test.group('court pages', () => {
  for (const [kind, page] of pages) {
    test(`are recognized: ${kind} in "${page.slice(0, 20)}"`, async ({ assert }) => {
      const parsed = await parseCourtPage(Buffer.from(page), 'inkd')
      assert.equal(parsed?.kind, kind)
      assert.isNotNull(parsed?.result)
    })
  }

  test('have the numbers under which they are uploaded', async ({ assert }) => {
    const typesOf = async (page: string) =>
      (await parseCourtPage(Buffer.from(page), 'inkd'))?.uploadTypes
    assert.deepEqual(await Promise.all(pages.map(([, page]) => typesOf(page))), [
      [16],
      [],
      [],
      [2],
      [8, 12],
      [11],
      [11],
    ])
  })

  test('of unknown kinds are not recognized', async ({ assert }) => {
    const docket =
      '<p>Docket Text</p><a href="/doc1/99917000021">1</a><input value="Download Selected">'
    for (const page of ['', '{}', '<html><p>Log in', 'Subject: x\r\n\r\nhello', docket]) {
      assert.isNull(await recognize(Buffer.from(page)))
    }
  })
})

test.group('docs of court pages', () => {
  const docs = readFileSync(
    new URL('../../../plugins/federal_records/docs/court-pages.md', import.meta.url),
    'utf8'
  )

  test('list every kind with its upload type', ({ assert }) => {
    const rows = docs
      .match(/^\| `\w+` .*$/gm)
      ?.map((row) => row.split('|').map((cell) => cell.trim()))
    assert.deepEqual(
      rows?.map(([, name, title, type]) => [name, title, type]),
      [...PAGE_KINDS, ...MAIL_KINDS].map((kind) => [
        `\`${kind.name}\``,
        kind.title,
        'uploadTypes' in kind ? kind.uploadTypes.join(', ') : '',
      ])
    )
  })
})

test.group('decoding of pages', () => {
  test('uses the encoding of old pages for invalid UTF-8', ({ assert }) => {
    assert.equal(decodePage(Buffer.from('Café “x”')), 'Café “x”')
    assert.equal(decodePage(Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x93])), 'Café “')
  })

  test('removes control characters, CDATA markers, and the XML declaration before HTML', ({
    assert,
  }) => {
    assert.equal(
      decodePage(Buffer.from('<?xml version="1.0"?>\n<html>a\u0000b&#1;c<![CDATA[d\te')),
      '\n<html>abcd\te'
    )
  })
})
