/** Docket reports of district, trade, and bankruptcy courts, with pages written for the tests. */
import { test } from '@japa/runner'
import { parseBankruptcyDocket } from '#app/court_pages/bankruptcy_docket'
import { parseDistrictDocket } from '#app/court_pages/district_docket'
import { bankruptcy, district, HEAD } from '../../court_pages/docket_pages.js'

const PARTIES = `<tr><td><b><u>Plaintiff </u></b></td></tr>
<tr><td><b>Ann Quill</b><br><i>doing business as</i><br>Quills</td><td>represented by</td>
<td><b>Lee   Counsel  , Jr. </b><br>1 Main St<br>Inkton<br><i>LEAD ATTORNEY</i><br><i>Bar Status: ACTIVE</i><br><br>
<b>Pat Second</b><br>(See above for address)</td></tr>
<tr><td><br>V.<br></td></tr>
<tr><td><b><u>Defendant (1)</u></b></td></tr>
<tr><td><b>Blot Inc.</b><br><i>TERMINATED: 04/05/2031</i></td><td>represented by</td>
<td><b>Lee Counsel , Jr.</b><br>(See above for address)<br><i>ATTORNEY TO BE NOTICED</i></td></tr>
<tr><td><b>Splash LLC</b></td></tr><tr><td><b>Splash LLC</b></td></tr>`

const ENTRIES = `<tr><td>03/04/2031</td><td><a href="https://ecf.inkd.uscourts.gov/doc1/99917000021"
 onClick="goDLS('/doc1/99917000021','77','12','','1','1','','');return(false);">1</a>&nbsp;</td>
 <td>COMPLAINT , filed by Quill. (Attachments: # <a href="/doc1/99917000022">1</a> Exhibit)(Entered: 03/05/2031)</td></tr>
<tr><td>03/06/2031</td><td>&nbsp;</td><td>Docket annotation</td></tr>
<tr><td></td><td>9</td><td>A row without a date</td></tr>
<tr><td>03/07/2031</td><td><a href="/doc1/99917000023">doc</a></td><td>A row with a word for a number</td></tr>`

test.group('docket reports: district courts', () => {
  test('contain metadata with one value for each label', ({ assert }) => {
    const report = parseDistrictDocket(district({}), 'inkd')!
    const { parties, docket_entries: entries, ...metadata } = report
    assert.deepEqual(metadata, {
      court_id: 'inkd',
      docket_number: '3:31-cv-00021',
      federal_dn_office_code: '3',
      federal_dn_case_type: 'cv',
      federal_dn_judge_initials_assigned: 'ABC',
      federal_dn_judge_initials_referred: 'DEF',
      federal_defendant_number: '2',
      case_name: 'Quill v. Blot Inc.',
      date_filed: '2031-03-04',
      date_terminated: '2032-05-06',
      date_converted: null,
      date_discharged: null,
      assigned_to_str: 'Mary W. McNib',
      referred_to_str: "Al O'Pen",
      cause: '28:1332 Diversity',
      nature_of_suit: '820 Copyright',
      jury_demand: 'Both',
      demand: '$5,000',
      jurisdiction: 'Diversity',
      mdl_status: '',
      related_cases: [{ relation: 'other_court', docket_number: '31-00007', court: 'Ninth' }],
      ordered_by: 'date_filed',
    })
    assert.isEmpty(parties)
    assert.isEmpty(entries)
  })

  test('list parties with attorneys, each party once', ({ assert }) => {
    const { parties } = parseDistrictDocket(district({ parties: PARTIES }), 'inkd')!
    assert.deepEqual(parties, [
      {
        type: 'Plaintiff',
        name: 'Ann Quill',
        extra_info: 'doing business as\nQuills',
        date_terminated: null,
        attorneys: [
          { name: 'Lee Counsel , Jr.', contact: '1 Main St\nInkton\n', roles: ['LEAD ATTORNEY'] },
          { name: 'Pat Second', contact: '', roles: [] },
        ],
      },
      {
        type: 'Defendant',
        name: 'Blot Inc.',
        extra_info: 'TERMINATED: 04/05/2031',
        date_terminated: '2031-04-05',
        attorneys: [
          {
            name: 'Lee Counsel , Jr.',
            contact: '1 Main St\nInkton\n',
            roles: ['ATTORNEY TO BE NOTICED'],
          },
        ],
      },
      { type: 'Defendant', name: 'Splash LLC', extra_info: '', date_terminated: null },
    ])
  })

  test('list entries with a date', ({ assert }) => {
    const { docket_entries: entries } = parseDistrictDocket(district({ entries: ENTRIES }), 'inkd')!
    assert.deepEqual(entries, [
      {
        date_filed: '2031-03-04',
        date_entered: '2031-03-05',
        document_number: '1',
        pacer_doc_id: '99907000021',
        pacer_seq_no: '12',
        description: 'COMPLAINT, filed by Quill. (Attachments: # 1 Exhibit)(Entered: 03/05/2031)',
      },
      {
        date_filed: '2031-03-06',
        date_entered: null,
        document_number: null,
        pacer_doc_id: null,
        pacer_seq_no: null,
        description: 'Docket annotation',
      },
      {
        date_filed: '2031-03-07',
        date_entered: null,
        document_number: null,
        pacer_doc_id: '99907000023',
        pacer_seq_no: null,
        description: 'A row with a word for a number',
      },
    ])
  })

  test('contain sizes and attachments if the report lists documents', ({ assert }) => {
    const list = (number: number, name: string, box: string) =>
      `<tr><td><input type=checkbox name="document_77_12_${number}" value="${box}"></td><td>${number}</td><td>${name}</td><td>3 pages</td><td>1.0 KB</td></tr>`
    const [first, rest] = ENTRIES.split('</tr>')
    const entries = `${first}</tr><tr><td></td><td></td><td><table>${list(0, 'Main Document', '17000021-1024-3')}${list(1, 'Exhibit', '17000022-1030-3')}</table></td></tr>${rest}`
    const [entry] = parseDistrictDocket(district({ entries }), 'inkd')!.docket_entries
    assert.containSubset(entry, { page_count: 3, file_size_str: '1.0 KB', file_size_bytes: 1024 })
    assert.deepEqual(entry.attachments, [
      {
        attachment_number: 1,
        description: 'Exhibit',
        page_count: 3,
        file_size_str: '1.0 KB',
        file_size_bytes: 1030,
        pacer_doc_id: '99907000022',
        pacer_seq_no: '12',
      },
    ])
  })

  test('contain counts and complaints of defendants', ({ assert }) => {
    const heading = (text: string) =>
      `<tr><td><br><b><u>${text}</u></b></td><td></td><td><b><u>Disposition</u></b></td></tr>`
    const parties = `<tr><td>Assigned to: Judge Nib Well</td></tr><tr><td><b><u>Defendant (1)</u></b></td></tr>
<tr><td><b>Ink Spill</b></td></tr>${heading('Pending Counts')}<tr><td>18:1 SPILLING<br>(1)</td><td></td><td>60 mos.</td></tr>
${heading('Highest Offense Level (Opening)')}<tr><td>Felony</td></tr>
${heading('Terminated Counts')}<tr><td>None</td></tr>${heading('Highest Offense Level (Terminated)')}<tr><td>None</td></tr>
${heading('Complaints')}<tr><td>18:2 BLOTTING</td><td></td><td></td></tr>
<tr><td><b><u>Plaintiff</u></b></td></tr><tr><td><b>USA</b></td></tr>`
    const report = parseDistrictDocket(
      district({ title: 'Case title: USA v. Spill', parties }).replace(
        /Assigned to: Judge MARY.*?<br>/,
        ''
      ),
      'inkd'
    )!
    assert.equal(report.case_name, 'United States v. Spill')
    assert.equal(report.assigned_to_str, 'Nib Well')
    assert.deepEqual(report.parties[0].criminal_data, {
      counts: [{ name: '18:1 SPILLING(1)', disposition: '60 mos.', status: 'pending' }],
      complaints: [{ name: '18:2 BLOTTING', disposition: '' }],
      highest_offense_level_opening: 'Felony',
      highest_offense_level_terminated: 'None',
    })
    assert.equal(report.parties[1].type, 'Plaintiff')
  })

  test('limit the size of repeated postal addresses', ({ assert }) => {
    const mention = '<b>A</b><br>(See above for address)<br>'
    const parties = `<tr><td><b><u>Plaintiff</u></b></td></tr><tr><td><b>P</b></td><td></td><td><b>A</b><br>${'x'.repeat(100_000)}<br>${mention.repeat(5_000)}</td></tr>`
    const page = district({ parties })
    const size = JSON.stringify(parseDistrictDocket(page, 'inkd')).length
    assert.isBelow(size, page.length * 20)
  })

  test('exclude case opening pages and modified pages', ({ assert }) => {
    const opening = district({}).replace(
      '</h3>',
      '<br>This case is in the process of being opened</h3>'
    )
    assert.isNull(parseDistrictDocket(opening, 'inkd'))
    assert.isNull(parseDistrictDocket(district({ title: 'Drumpf v. Ink' }), 'inkd'))
    assert.isNull(parseDistrictDocket('<h3>Docket Report</h3>', 'inkd'))
  })
})

const row = (number: string, text: string) =>
  `<TR><TD>02/03/2031</TD><TD>&nbsp;</TD><TD>${number}</TD><TD>${text}</TD></TR>`

test.group('docket reports: bankruptcy courts', () => {
  const DEBTOR = `<TR><TD><FONT><I><B>Debtor 1</B></I><BR><B>Ink Works Inc., <I>a corporation</I></B><BR>1 Main St<BR>
Email: <a href="mailto:a@b.example">a@b.example</a></FONT></TD><TD>represented by</TD>
<TD><FONT><B>Lee Counsel</B><BR>Fax  : 555<BR>Email: <a href="x">l@b.example</a><BR></FONT></TD></TR>`

  test('of petitions', ({ assert }) => {
    const link = `<a href='/doc1/999125000001'>1</a> <br>(5&nbsp;pgs)`
    const report = parseBankruptcyDocket(
      bankruptcy(
        'Bankruptcy Petition #: 31-10001-8-NWX',
        DEBTOR,
        `<TABLE>${HEAD}${row(link, 'Petition (Entered: 02/04/2031 at 10:11:12)')}</TABLE><TABLE>${row('2', 'Continued')}</TABLE>`
      ),
      'inkb'
    )!
    assert.containSubset(report, {
      case_name: 'Ink Works Inc., a corporation',
      docket_number: '31-10001',
      federal_dn_office_code: '8',
      federal_dn_judge_initials_assigned: 'NWX',
      date_filed: '2031-02-03',
      date_converted: '2031-04-05',
      date_discharged: '2031-06-07',
      assigned_to_str: 'Nib Well',
      demand: '$7',
      nature_of_suit: '14 Recovery - other; 91 Declaratory judgment',
    })
    assert.deepEqual(report.parties, [
      {
        type: 'Debtor',
        name: 'Ink Works Inc., a corporation',
        extra_info: 'a corporation\n1 Main St\nEmail:\na@b.example',
        date_terminated: null,
        attorneys: [{ name: 'Lee Counsel', contact: 'Fax : 555\nEmail: l@b.example\n', roles: [] }],
      },
    ])
    assert.deepEqual(
      report.docket_entries.map((entry) => [
        entry.document_number,
        entry.pacer_doc_id,
        entry.date_entered,
      ]),
      [
        ['1', '999025000001', '2031-02-04'],
        ['2', null, null],
      ]
    )
  })

  test('of adversary proceedings', ({ assert }) => {
    const parties = `<TR><TD><BR><B>Counter-Claimant<BR>-----------------------</B></TD></TR>
<TR><TD><B>Blot Inc.</B></TD><TD>represented by</TD><TD><B>Lee Counsel</B><BR>PRO SE</TD></TR>`
    const report = parseBankruptcyDocket(
      bankruptcy('Adversary Proceeding #: 31-01002-nwx', parties, '<h2>There are proceedings</h2>'),
      'inkb'
    )!
    assert.equal(report.case_name, 'Ink Works - Adversary Proceeding')
    assert.isNull(report.ordered_by)
    assert.equal(report.parties[0].type, 'Counter-Claimant')
    assert.equal(report.parties[0].attorneys?.[0].contact, 'PRO SE\n')
  })

  test('with numbers in the text of entries', ({ assert }) => {
    const page = bankruptcy(
      'Bankruptcy Petition #: 31-10001-nwx',
      DEBTOR,
      `<TABLE><TR><TH>Filing Date</TH><TH>Docket Text</TH></TR><TR><TD>02/03/2031</TD><TD>&nbsp;<a href='/doc1/999125000001'>7</a> &nbsp;(12&nbsp;pgs; 2&nbsp;docs) Motion</TD></TR></TABLE>`
    )
    const [entry] = parseBankruptcyDocket(page, 'inkb')!.docket_entries
    assert.containSubset(entry, {
      document_number: '7',
      pacer_doc_id: '999025000001',
      description: 'Motion',
    })
  })
})
