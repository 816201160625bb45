/** Feeds, receipts before a purchase, mobile queries, case numbers, and free opinions. */
import { test } from '@japa/runner'
import { parseConfirmationPage, transactionTime } from '#app/court_pages/confirmation_page'
import { parseFreeOpinionsReport } from '#app/court_pages/free_opinions_report'
import { parseMobileQuery } from '#app/court_pages/case_query'
import { CourtPageError } from '#app/court_pages/page_error'
import { chooseCase, parsePossibleCaseNumbers } from '#app/court_pages/possible_case_numbers'
import { parseRssFeed } from '#app/court_pages/rss_feed'

const item = (title: string, description: string, guid: string) => `<item><title>${title}</title>
<link>https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?77</link><description>${description}</description><guid>${guid}</guid><pubDate>Fri, 03 Feb 2031 11:52:07 EST</pubDate></item>`
const LINK = `(&lt;a href='https://ecf.inkd.uscourts.gov/doc1/99917000021?caseid=77&#x26;de_seq_num=30'>9&lt;/a>)`

test.group('feeds of courts', () => {
  test('have one docket per entry, and join the events of an entry', ({ assert }) => {
    const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Ink</title>
${item('3:31-cv-00021 Quill et al v. O&#x26;#039;Blot', `[Order] ${LINK}`, 'a')}${item('3:31-cv-00021 Quill et al v. O&#x26;#039;Blot', `[Letter] ${LINK}`, 'a')}
${item('31-00022 ', 'Type: bk Office: 1 Chapter: 13 Trustee: Nib [Motion [x]]', 'b')}${item('5:31-~gr-1 Bad', '[Order]', 'c')}`
    const dockets = parseRssFeed(feed, 'inkd')
    assert.containSubset(dockets, [
      {
        docket_number: '3:31-cv-00021',
        case_name: "Quill v. O'Blot",
        pacer_case_id: '77',
        parties: null,
        docket_entries: [
          {
            date_filed: '2031-02-03T11:52:07-05:00',
            short_description: 'Letter AND Order',
            description: '',
            document_number: '9',
            pacer_doc_id: '99907000021',
            pacer_seq_no: '30',
          },
        ],
      },
      {
        docket_number: '31-00022',
        case_name: 'Unknown Case Title',
        type: 'bk',
        office: '1',
        chapter: '13',
        trustee_str: 'Nib',
        docket_entries: [
          {
            short_description: 'Motion [x]',
            pacer_doc_id: '',
            pacer_seq_no: null,
            document_number: null,
          },
        ],
      },
    ])
    assert.lengthOf(dockets ?? [], 2)
  })

  test('exclude other text', ({ assert }) => {
    assert.isNull(parseRssFeed('<html>', 'inkd'))
  })

  test('are rejected if their elements are nested too deep', ({ assert }) => {
    assert.throws(() => parseRssFeed(`<rss>${'<item>'.repeat(1000)}`, 'inkd'), CourtPageError)
  })
})

const receipt = (time: string, label: string, value: string) =>
  `<p>To accept charges shown below, click on the 'View Document' button.</p><table><tr><th colspan=4><font>PACER Service Center</font></th></tr><tr><th>Transaction Receipt</th></tr>
<tr><td>${time}</td></tr><tr><th>Description:</th><td>PDF Document</td><th>${label}:</FONT></TH></TD><td>${value}</td></tr><tr><th>Billable Pages:</th><td>5</td><th>Cost:</th><td>0.50</td></tr></table>`

test.group('pages before a purchase', () => {
  test('name an appellate document in the search criteria', ({ assert }) => {
    const page = receipt(
      'Court of Ink - 06/08/2031 12:33:43',
      'Search Criteria',
      'Case: 31-19, Document: 46-1'
    )
    assert.deepEqual(parseConfirmationPage(page), {
      docket_number: '31-19',
      document_number: '46-1',
      document_description: 'PDF Document',
      billable_pages: '5',
      cost: '0.50',
      transaction_date: '2031-06-08T12:33:43',
    })
  })

  test('name a case only in other courts', ({ assert }) => {
    const page = receipt('Thu Mar  6 14:10:07 2031', 'Case Number', '31-10691')
    assert.containSubset(parseConfirmationPage(page), {
      docket_number: '31-10691',
      document_number: null,
      transaction_date: '2031-03-06T14:10:07',
    })
  })

  test('exclude pages without the question and pages before a report', ({ assert }) => {
    assert.isNull(parseConfirmationPage('<p>You do not have permission to view this document.'))
    assert.isNull(
      parseConfirmationPage(receipt('x', 'y', 'z').replace('View Document', 'View Report'))
    )
  })

  test('may print a time zone', ({ assert }) => {
    assert.equal(transactionTime('Mon Nov 20 16:53:39 PST 2017'), '2017-11-20T16:53:39')
    assert.isNull(transactionTime('yesterday'))
  })
})

test.group('mobile queries', () => {
  const page = (title: string) =>
    `<title>Mobile Query</title><a id="entriesLink">Docket Entries <span class="ui-li-count"> 1,143 </span></a><div class="ui-title">${title}</div>`

  test('return the number of entries, usually free of charge', ({ assert }) => {
    assert.deepEqual(parseMobileQuery(page(''), 'inkd'), {
      court_id: 'inkd',
      entry_count: 1143,
      cost: '',
    })
    assert.equal(parseMobileQuery(page('Cost: 0.10'), 'inkd')?.cost, '0.10')
    assert.isNull(parseMobileQuery('<title>Query</title>', 'inkd'))
  })
})

test.group('possible case numbers', () => {
  const answer = (cases: string) =>
    parsePossibleCaseNumbers(`<request number="31-21">${cases}</request>`)!
  const one = (number: string, id: number, title = '', defendant = '') =>
    `<case number="${number}" id="${id}" title="${title}" ${defendant && `defendant="${defendant}"`}/>`

  test('contain the reason when none is found', ({ assert }) => {
    const none = answer(`<message text='Case Under Seal'/>`)
    assert.equal(none.message, 'Case Under Seal')
    assert.isNull(chooseCase(none))
  })

  test('are narrowed by office and type', ({ assert }) => {
    const found = answer(one('1:31-cv-21', 5) + one('2:31-cv-21', 9) + one('2:31-cr-21', 14))
    assert.containSubset(chooseCase(found, { office: '2', caseType: 'cr' }), {
      pacer_case_id: '14',
    })
    assert.equal(chooseCase(found), 'ambiguous')
  })

  test('refer to the main docket of a criminal case', ({ assert }) => {
    const found = answer(
      one('2:31-cr-21', 9, '', '1') + one('2:31-cr-21', 4, '', '0') + one('2:31-cr-21', 7, '', '2')
    )
    assert.containSubset(chooseCase(found), { pacer_case_id: '4' })
  })

  test('are finally selected by the closest name', ({ assert }) => {
    const found = answer(
      one('1:31-cv-21', 5, '1:31-cv-00021-AB Quill v. Blot (closed 01/02/2031)') +
        one('2:31-cv-21', 9, '2:31-cv-00021 Nib v. Reed')
    )
    assert.containSubset(chooseCase(found, { caseName: 'Quill v. Blott' }), { pacer_case_id: '5' })
  })

  test('exclude other text', ({ assert }) => {
    assert.isNull(parsePossibleCaseNumbers('<html>'))
  })
})

test.group('reports of free opinions', () => {
  const row = (title: string, number: number) => `<tr><td>${title}</td><td>03/18/2031</td>
<td><a href="https://ecf.inkd.uscourts.gov/doc1/99917000021" onclick="goDLS('/doc1/99917000021','77','30','');">${number}</a></td><td><b>ORDER  of Ink</b></td><td><i>NOS:</i> Other  Fraud<br><i>Cause:</i> 28:1332 Ink<br></td></tr>`
  const report = `<h2>Written Opinions Report</h2><table><tr><th>Case Number &amp; Name:</th></tr>
${row('<a href="/cgi-bin/DktRpt.pl?77">3:31-cv-00021-AB </a><br><b>Quill v. Blot et al</b>', 4)}${row('&nbsp;', 5)}</table>`

  test('list further opinions of a case without its name', ({ assert }) => {
    const opinions = parseFreeOpinionsReport(report, 'inkd')
    const expected = {
      court_id: 'inkd',
      docket_number: '3:31-cv-00021',
      federal_dn_judge_initials_assigned: 'AB',
      case_name: 'Quill v. Blot',
      pacer_case_id: '77',
      date_filed: '2031-03-18',
      pacer_doc_id: '99907000021',
      pacer_seq_no: '30',
      description: 'ORDER  of Ink',
      nature_of_suit: 'Other  Fraud',
      cause: '28:1332 Ink',
    }
    assert.containSubset(opinions, [
      { ...expected, document_number: '4' },
      { ...expected, document_number: '5' },
    ])
  })

  test('have the date in the first column if they are sorted by it', ({ assert }) => {
    const case1 = '<a href="/cgi-bin/DktRpt.pl?77">3:31-cv-00021 </a><br><b>Quill v. Blot</b>'
    const case2 = '<a href="/cgi-bin/DktRpt.pl?78">3:31-cv-00022 </a><br><b>Nib v. Blot</b>'
    const dated = (date: string, title: string, number: number) =>
      row('@', number).replace('@', date).replace('03/18/2031', title)
    const opinions = parseFreeOpinionsReport(
      `<h2>Written Opinions Report</h2><table><tr><th>Date Filed:</th><th>Case Number &amp; Name:</th></tr>
${dated('03/17/2031', case1, 4)}${dated('03/18/2031', case1, 5)}${dated('', case2, 6)}</table>
<table><tr><td>Filed Date</td><td>3/17/2031</td></tr></table>`,
      'inkd'
    )
    assert.deepEqual(
      opinions?.map((one) => [one.date_filed, one.pacer_case_id, one.document_number]),
      [
        ['2031-03-17', '77', '4'],
        ['2031-03-18', '77', '5'],
        ['2031-03-18', '78', '6'],
      ]
    )
  })

  test('exclude other pages', ({ assert }) => {
    assert.isNull(parseFreeOpinionsReport('<h2>Written Opinions Report</h2>', 'inkd'))
  })
})
