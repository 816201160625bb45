/** Variations of case histories, queries, searches, and reports of opinions. */
import { test } from '@japa/runner'
import { parseArchiveDocket } from '#app/court_pages/archive_docket'
import { parseCaseQuery, parseCaseSearchResults } from '#app/court_pages/case_query'
import { parseFreeOpinionsReport } from '#app/court_pages/free_opinions_report'
import { parseHistoryReport } from '#app/court_pages/history_report'
import { parseCourtPage } from '#app/court_pages/read_page'
import { INVENTED_PAGES } from '../../court_pages/invented_pages.js'

const pageOf = (name: string) => INVENTED_PAGES.find(({ kind }) => kind === name)!.source
const unreadIn = async (page: string) =>
  (await parseCourtPage(Buffer.from(page), 'inkd'))?.coverage.unread.map(({ text }) => text)
const changed = (kind: string, from: string, to: string) => pageOf(kind).replace(from, to)

test.group('judges on pages about one case', () => {
  for (const [printed, expected] of [
    ['Cy Nib, referral', 'Cy Nib'],
    ['Cy Nib, referral<br>Di Reed, referral', 'Cy Nib, Di Reed'],
    ['Cy Nib, referral<br>Di Reed, referral<br>Cy Nib, referral', 'Cy Nib, Di Reed'],
  ]) {
    test(`of a history are "${expected}" in "${printed}"`, async ({ assert }) => {
      const page = changed('history_report', 'Cy Nib, referral', printed)
      assert.equal(parseHistoryReport(page, 'inkd')?.referred_to_str, expected)
      assert.deepEqual(await unreadIn(page), [])
    })
  }

  test('of a query are all that it prints', async ({ assert }) => {
    const page = changed(
      'case_query',
      'Cy Blot, referral<br>',
      'Cy Blot, referral<br>Di Reed, referral<br>'
    )
    assert.equal(parseCaseQuery(page, 'inkd')?.referred_to_str, 'Cy Blot, Di Reed')
    assert.deepEqual(await unreadIn(page), [])
  })
})

test.group('case histories', () => {
  for (const [from, to] of [
    ['Quill v. Blot et al<br>', 'All Defendants Quill v. Blot et al<br>'],
    ['Cy Nib, referral<br>', 'Cy Nib, referral<br>Related case: 31cv0007-AB<br>'],
    [
      '<tr valign="top"><td rowspan="2">',
      '<tr valign="top"><td rowspan=2><input type=checkbox name="x"></td><td rowspan="2">',
    ],
  ]) {
    test(`keep their values with "${to}"`, async ({ assert }) => {
      const page = changed('history_report', from, to)
      const report = parseHistoryReport(page, 'inkd')
      assert.deepEqual(
        [report?.case_name, report?.docket_entries.map((one) => one.document_number)],
        ['Quill v. Blot', ['1', null]]
      )
      assert.deepEqual(await unreadIn(page), [])
    })
  }
})

test.group('case searches', () => {
  for (const link of [
    'iquery.pl?748514993141343-L_9999_1-0-359273',
    'iquery.pl?359273',
    'https://ecf.inkb.uscourts.gov/cgi-bin/iquery.pl?359273',
    '/cgi-bin/qrySummary.pl?359273',
    '/cgi-bin/iqquerymenu.pl?359273',
    '/cgi-bin/DktRpt.pl?359273',
    '/cgi-bin/HistDocQry.pl?748514993141343-L_1_0-359273',
  ]) {
    test(`list the case with the link ${link}`, ({ assert }) => {
      const page = changed(
        'case_search_results',
        'iquery.pl?748514993141343-L_9999_1-0-359273',
        link
      )
      assert.deepEqual(
        parseCaseSearchResults(page)?.map((one) => [one.docket_number, one.pacer_case_id]),
        [
          ['31-32514', '359273'],
          ['31-05021', '352619'],
        ]
      )
    })
  }

  test('have no persons, roles, and lead cases among their unread text', async ({ assert }) => {
    assert.deepEqual(await unreadIn(pageOf('case_search_results')), [])
  })
})

test.group('reports of opinions', () => {
  for (const note of [
    '<i>Office:</i> San Ink<br>',
    '<i>Office:</i> Inkton<br><i>Case Flags:</i> <span>CLOSED</span>,<span>APPEAL</span><br>',
    '<i>Presider:</i> Bea Nib<br>',
    '<i>Case Type:</i> cv<br>',
  ]) {
    test(`have the note ${note}, which isn't unread text`, async ({ assert }) => {
      const page = changed('free_opinions_report', '<i>NOS:</i>', `${note}<i>NOS:</i>`)
      assert.containSubset(parseFreeOpinionsReport(page, 'inkd')?.[0], {
        nature_of_suit: 'Other Fraud',
        cause: '28:1332 Ink',
      })
      assert.deepEqual(await unreadIn(page), [])
    })
  }
})

test.group('documents in archive XML', () => {
  const document = (fields: string) =>
    parseArchiveDocket(
      changed(
        'archive_docket',
        '</document_list>',
        `<document doc_num="3" attachment_num="0"><pacer_doc_id>99907000041</pacer_doc_id>${fields}</document></document_list>`
      ),
      'inkd'
    )?.docket_entries[2]
  for (const [fields, date] of [
    ['<date_filed>2031-03-20</date_filed><long_desc>ORDER</long_desc>', '2031-03-20'],
    ['<long_desc>ORDER (Entered: 03/21/2031)</long_desc>', '2031-03-21'],
    ['<long_desc>ORDER on 2 (Entered: 03/01/2031) (Entered: 03/21/2031)</long_desc>', '2031-03-21'],
    ['<date_filed>0000-00-00</date_filed><long_desc>ORDER (Entered: 03/21/2031)</long_desc>', null],
  ] as const) {
    test(`become entries with the date of ${fields}`, ({ assert }) => {
      const entry = document(fields)
      assert.deepEqual([entry?.document_number, entry?.date_filed], ['3', date])
    })
  }

  for (const fields of ['', '<long_desc>ORDER</long_desc>', '<short_desc>Order</short_desc>']) {
    test(`don't become entries with only ${fields || 'an ID'}`, ({ assert }) => {
      assert.isUndefined(document(fields))
    })
  }
})

test.group('feeds and dockets of the new appellate system', () => {
  test('have no unread text', async ({ assert }) => {
    assert.deepEqual(await unreadIn(pageOf('acms_docket')), [])
    const feed = `<?xml version="1.0"?><rss version="2.0"><channel><lastBuildDate>x</lastBuildDate><item><title>3:31-cv-00021 Quill v. Blot</title><link>https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?77</link><description>[Order] Quill v. Blot (&lt;a href="https://ecf.inkd.uscourts.gov/cgi-bin/show_case_doc?33,77,,,"&gt;33&lt;/a&gt;)</description><guid>a</guid><pubDate>Fri, 03 Feb 2031 11:52:07 GMT</pubDate></item></channel></rss>`
    assert.deepEqual(await unreadIn(feed), [])
  })
})
