/** Case data in pages and documents. */
import { test } from '@japa/runner'
import { documentStamp } from '#app/court_pages/document_stamp'
import { pagePlace } from '#app/court_pages/page_place'

test.group('places of pages', () => {
  test('are the court and case named by most links', ({ assert }) => {
    const link = (court: string, id: number) =>
      `<a href="https://ecf.${court}.uscourts.gov/doc1/0991" onClick="goDLS('/doc1/0991','${id}','3','','1');">1</a>`
    const page = [link('inkd', 8), link('penb', 4), link('inkd', 8)].join('\n')
    assert.deepEqual(pagePlace(page), { court: 'inkd', caseId: '8' })
    assert.deepEqual(pagePlace('<a href="/cgi-bin/DktRpt.pl?4711-L_1_0-1">'), {
      court: null,
      caseId: '4711',
    })
    assert.deepEqual(pagePlace('<a href="/doc1/0991?caseid=77&de_seq_num=2">'), {
      court: null,
      caseId: '77',
    })
    assert.deepEqual(pagePlace('<p>no links</p>'), { court: null, caseId: null })
  })
})

test.group('stamps of documents', () => {
  test('contain the docket number, document, and attachment', ({ assert }) => {
    const stamp = (text: string) => {
      const found = documentStamp(text)
      return found && [found.docketNumber, found.documentNumber, found.attachmentNumber]
    }
    assert.deepEqual(
      stamp('Case 3:31-cv-00021-ABC-DEF   Document 12-1   Filed 05/06/31   Page 1 of 3'),
      ['3:31-cv-00021', 12, 1]
    )
    assert.deepEqual(
      stamp('text\nCase 31-10001-abc    Doc 7    Filed 05/06/31    Entered 05/06/31'),
      ['31-10001', 7, null]
    )
    assert.deepEqual(
      stamp('Case: 31-1409     Document: 4     Page: 1      Date Filed: 05/06/2031'),
      ['31-1409', 4, null]
    )
    for (const none of [
      '',
      'This case document 12',
      'Case No. 12 Document',
      `Case ${' '.repeat(9)}1`,
    ])
      assert.isNull(stamp(none))
  })
})
