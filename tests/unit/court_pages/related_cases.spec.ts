/** Other cases on dockets and pages about one case, and persons in the results of searches. */
import { test } from '@japa/runner'
import { parseCaseSearchResults } from '#app/court_pages/case_query'
import { readRelatedCases, type RelatedCase } from '#app/court_pages/related_cases'
import { parseCourtPage } from '#app/court_pages/read_page'
import { INVENTED_PAGES } from '../../court_pages/invented_pages.js'

const pageOf = (name: string) => INVENTED_PAGES.find(({ kind }) => kind === name)!.source
const read = async (page: string) => (await parseCourtPage(Buffer.from(page), 'inkd'))!

const LINES: [lines: string[], expected: RelatedCase[]][] = [
  [['Lead case: 3:31-cv-00021-AB'], [{ relation: 'lead', docket_number: '3:31-cv-00021' }]],
  [['Lead Docket: 31-cv-21'], [{ relation: 'lead', docket_number: '31-cv-21' }]],
  [['Lead Case No.: 3:31-md-02843'], [{ relation: 'lead', docket_number: '3:31-md-02843' }]],
  [
    ['Member case:', '3:31-cv-00022-AB', '3:31-cv-00023-AB-CD', 'Date Filed: 03/04/2031'],
    [
      { relation: 'member', docket_number: '3:31-cv-00022' },
      { relation: 'member', docket_number: '3:31-cv-00023' },
    ],
  ],
  [['Member case: (View Member Case)', 'Plaintiff'], []],
  [
    ['Member cases: 3:31-cv-00022-AB, 3:31-cv-00023-AB'],
    [
      { relation: 'member', docket_number: '3:31-cv-00022' },
      { relation: 'member', docket_number: '3:31-cv-00023' },
    ],
  ],
  [['Related case: 16cv1322-JAH'], [{ relation: 'related', docket_number: '16cv1322-JAH' }]],
  [
    ['Related Cases: 3:31-cv-00022-AB', '3:31-cv-00023-AB', 'Cause: 28:1332'],
    [
      { relation: 'related', docket_number: '3:31-cv-00022' },
      { relation: 'related', docket_number: '3:31-cv-00023' },
    ],
  ],
  [['Cases: 1:31-cv-03158-APM'], [{ relation: 'related', docket_number: '1:31-cv-03158' }]],
  [
    ['Case in other court:', '5th Circuit, 18-31050', 'Cause: 42:1983 Prisoner'],
    [{ relation: 'other_court', docket_number: '18-31050', court: '5th Circuit' }],
  ],
  [
    [
      'Case in other court: Fulton County Superior Court, 2022-EX-000024',
      'USCA- 11th Circuit, 22-12696-DD',
    ],
    [
      {
        relation: 'other_court',
        docket_number: '2022-EX-000024',
        court: 'Fulton County Superior Court',
      },
      { relation: 'other_court', docket_number: '22-12696', court: 'USCA- 11th Circuit' },
    ],
  ],
  [
    ['Case in other court: Ninth Circuit,', '31-00007'],
    [{ relation: 'other_court', docket_number: '31-00007', court: 'Ninth Circuit' }],
  ],
  [
    ['Case in other court: Superior Court of Ink'],
    [{ relation: 'other_court', docket_number: '', court: 'Superior Court of Ink' }],
  ],
  [
    ['Case in other court: Superior Court of Ink, BC512345'],
    [{ relation: 'other_court', docket_number: 'BC512345', court: 'Superior Court of Ink' }],
  ],
  [
    ['Appeals court case number: 10-11865J US Court of Appeals 11th Circuit', 'Defendant (6)'],
    [
      {
        relation: 'appeal',
        docket_number: '10-11865J',
        court: 'US Court of Appeals 11th Circuit',
      },
    ],
  ],
  [
    ["Appeals court case number: '31-50123' 'Ninth Circuit'", 'Date Filed: 03/04/2031'],
    [{ relation: 'appeal', docket_number: '31-50123', court: 'Ninth Circuit' }],
  ],
  [['USCA Case Number: 31-50123'], [{ relation: 'appeal', docket_number: '31-50123' }]],
  [
    ['Magistrate judge case number:', '3:31-mj-70329-MAG', 'Date Filed: 04/21/2031'],
    [{ relation: 'magistrate', docket_number: '3:31-mj-70329' }],
  ],
  [
    ['Magistrate judge case numbers: 3:31-mj-70329-MAG', '3:31-mj-70330-MAG'],
    [
      { relation: 'magistrate', docket_number: '3:31-mj-70329' },
      { relation: 'magistrate', docket_number: '3:31-mj-70330' },
    ],
  ],
  [
    [
      'Lead BK Case: 31-10277',
      'Lead BK Title: Ink Works, Inc.',
      'and Ada Quill',
      'Lead BK Chapter: 7',
    ],
    [
      {
        relation: 'bankruptcy',
        docket_number: '31-10277',
        case_name: 'Ink Works, Inc. and Ada Quill',
        chapter: '7',
      },
    ],
  ],
  [['LEAD ATTORNEY', 'Member of the bar', 'Related Transactions...', 'Cases filed'], []],
]

test.group('other cases', () => {
  for (const [lines, expected] of LINES) {
    test(`are read from "${lines.join(' / ')}"`, ({ assert }) => {
      assert.deepEqual(readRelatedCases(lines), expected)
    })
  }

  for (const line of [
    'Lead case: 3:31-cv-00020-AB',
    'Member case: (View Member Case)',
    'Member case: 3:31-cv-00020-AB<br>3:31-cv-00025-AB',
    'Related Cases: 3:31-cv-00020-AB',
    'Case in other court: Ninth Circuit, 31-50123',
    'Magistrate judge case number: 3:31-mj-70329-MAG',
  ]) {
    test(`on a docket have no unread text: ${line}`, async ({ assert }) => {
      const page = pageOf('district_docket').replace('Date Filed:', `${line}<br>Date Filed:`)
      const { kind, coverage, result } = await read(page)
      assert.equal(kind, 'district_docket')
      assert.deepEqual(coverage.unread, [])
      assert.equal('related_cases' in (result as object), !line.includes('View'))
    })
  }

  test('are limited', ({ assert }) => {
    const number = (at: number) => `3:31-cv-${String(at).padStart(5, '0')}`
    const lines = ['Member case:', ...Array.from({ length: 50_000 }, (_, at) => number(at))]
    assert.isAtMost(readRelatedCases(lines).length, 50_000)
    assert.isAtMost(readRelatedCases(lines.map((line) => `Lead case: ${line}`)).length, 20_001)
    assert.isAtMost(readRelatedCases([`Lead case: ${'1 '.repeat(50_000)}`]).length, 2_000)
  })
})

const APPEALS = `<!-- ===== NEW SECTION - Prior and/or Assoc Cases ===== --><table><tr><td colspan=2><b>Prior Cases:</b></td></tr>
<tr><td colspan=9>&nbsp;&nbsp;<a href="x">29-1066</a>&nbsp;&nbsp;<b>Date Filed:</b> 01/22/2029&nbsp;&nbsp;<b>Date Disposed:</b> 06/11/2029&nbsp;&nbsp;<b>Disposition:</b> Affirmed</td></tr></table>
<table><tr><td colspan=2><b>Current Cases:</b></td></tr><tr><th>&nbsp;</th><th>Lead</th><th>Member</th><th>Start</th><th>End</th><td>&nbsp;</td></tr>
<tr><td colspan=5>&nbsp;&nbsp;Consolidated</td></tr><tr><td>&nbsp;</td><td>31-1009&nbsp;</td><td><a href="x">31-1010</a></td><td>01/27/2031&nbsp;</td><td>03/01/2031</td></tr>
<tr><td colspan=5>&nbsp;&nbsp;Related</td></tr><tr><td>&nbsp;</td><td>31-1009&nbsp;</td><td><a href="x">30-1289</a></td><td>01/27/2031&nbsp;</td><td>&nbsp;</td></tr></table>`

test('appeals list prior, consolidated, and related ones', async ({ assert }) => {
  const at = '<!-- ===== NEW SECTION - Party/Aty List'
  const { coverage, result } = await read(pageOf('appellate_docket').replace(at, APPEALS + at))
  assert.deepEqual((result as { related_cases?: RelatedCase[] }).related_cases, [
    {
      relation: 'prior',
      docket_number: '29-1066',
      date_filed: '2029-01-22',
      date_disposed: '2029-06-11',
      disposition: 'Affirmed',
    },
    {
      relation: 'consolidated',
      docket_number: '31-1010',
      lead_docket_number: '31-1009',
      date_start: '2031-01-27',
      date_end: '2031-03-01',
    },
    {
      relation: 'related',
      docket_number: '30-1289',
      lead_docket_number: '31-1009',
      date_start: '2031-01-27',
    },
  ])
  assert.deepEqual(coverage.unread, [])
})

const PERSONS: [cell: string, expected: object][] = [
  ['Ada Quill (pty)', { name: 'Ada Quill', kind: 'pty' }],
  ['Ada Quill (pty) <br> (1 case)', { name: 'Ada Quill', kind: 'pty' }],
  ['<a href="iquery.pl?5">Ada Quill</a> (aty)<br>(12 cases)', { name: 'Ada Quill', kind: 'aty' }],
  ['Ada Quill', { name: 'Ada Quill', kind: '' }],
  ['Quill, Ada, Jr. (pty)', { name: 'Quill, Ada, Jr.', kind: 'pty' }],
  ['Quill Press (Inkland), Inc. (pty)', { name: 'Quill Press (Inkland), Inc.', kind: 'pty' }],
  [
    'Ada Quill (pty)<br>aka A. Feather',
    { name: 'Ada Quill', kind: 'pty', aliases: ['A. Feather'] },
  ],
  [
    'Ada Quill (pty)<br>also known as A. Feather<br>fka Ada Nib<br>(2 cases)',
    { name: 'Ada Quill', kind: 'pty', aliases: ['A. Feather', 'Ada Nib'] },
  ],
  [
    'Ada Quill (pty)<br>(dba Quill Press)',
    { name: 'Ada Quill', kind: 'pty', aliases: ['Quill Press'] },
  ],
  [
    'Ada Quill (pty)<br>DOB: XX/XX/1970',
    { name: 'Ada Quill', kind: 'pty', details: ['DOB: XX/XX/1970'] },
  ],
  [
    'Ada Quill (pty)<br>SSN / ITIN: xxx-xx-1234<br>d/b/a Quill Press',
    {
      name: 'Ada Quill',
      kind: 'pty',
      aliases: ['Quill Press'],
      details: ['SSN / ITIN: xxx-xx-1234'],
    },
  ],
  ['<b>Ada&nbsp;Quill</b>&nbsp;(pty)', { name: 'Ada Quill', kind: 'pty' }],
]

test.group('persons in searches', () => {
  for (const [cell, expected] of PERSONS) {
    test(`are read from ${cell}`, async ({ assert }) => {
      const page = pageOf('case_search_results').replace('>Ada Quill<', `>${cell}<`)
      const { result, coverage } = await read(page)
      const [{ person }] = result as { person: object }[]
      assert.deepEqual(person, { aliases: [], details: [], role: 'Debtor', ...expected })
      assert.deepEqual(coverage.unread, [])
    })
  }

  test('can span the rows of several cases', ({ assert }) => {
    const row = (cells: string) => `<tr>${cells}</tr>`
    const cells = (id: number, role: string) =>
      `<td><a href="iquery.pl?${id}">31-3251${id}</a></td><td>Quill</td><td>11</td><td>04/06/31</td><td>${role}</td><td>N / A</td>`
    const page = `<h2>Select a Case</h2><table><tr><td>Name</td><td>Case No.</td><td>Case Title</td><td>Chapter / Lead BK case</td><td>Date Filed</td><td>Party Role</td><td>Date Closed</td></tr>${row(`<td rowspan=2>Ada Quill (pty)</td>${cells(4, 'Debtor')}`)}${row(cells(5, 'Creditor'))}${row(`<td>Cy Blot (pty)</td>${cells(6, 'Trustee')}`)}${row(`<td>&nbsp;</td>${cells(7, 'Debtor')}`)}</table>`
    assert.deepEqual(
      parseCaseSearchResults(page)?.map(({ docket_number: number, person, date_filed: filed }) => [
        number,
        person?.name,
        person?.role,
        filed,
      ]),
      [
        ['31-32514', 'Ada Quill', 'Debtor', '2031-04-06'],
        ['31-32515', 'Ada Quill', 'Creditor', '2031-04-06'],
        ['31-32516', 'Cy Blot', 'Trustee', '2031-04-06'],
        ['31-32517', 'Cy Blot', 'Debtor', '2031-04-06'],
      ]
    )
  })
})
