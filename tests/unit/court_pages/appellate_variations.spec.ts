/** Variations of appellate dockets, and what their coverage reports. */
import { test } from '@japa/runner'
import { parseAppellateDocket } from '#app/court_pages/appellate_docket'
import { parseCourtPage } from '#app/court_pages/read_page'
import { INVENTED_PAGES } from '../../court_pages/invented_pages.js'

const { source: DOCKET } = INVENTED_PAGES.find(({ kind }) => kind === 'appellate_docket')!
const LINK = /0975-1 : <a[^>]*>[^<]*<\/a>/
const DISTRICT = '<b>District: </b>'
const PARTIES = '<!-- ===== NEW SECTION - Party/Aty List ===== -->'

type Docket = NonNullable<ReturnType<typeof parseAppellateDocket>>
type Change = [from: string | RegExp, to: string]

/** Changes of a docket with the value that they have. */
const CHANGES: [
  name: string,
  change: Change,
  value: (docket: Docket) => unknown,
  expected: unknown,
][] = [
  [
    'number linked as a telephone number',
    ['</b>31-1009<', '</b><a href="tel:31-1009">31-1009</a><'],
    (docket) => docket.docket_number,
    '31-1009',
  ],
  [
    'number labeled "Case Number"',
    ['Court of Appeals Docket #: ', 'Case Number: '],
    (docket) => docket.docket_number,
    '31-1009',
  ],
  [
    'title "null"',
    ['USA v. Ada Quill, et al', 'null'],
    (docket) => docket.case_name,
    'Unknown Case Title',
  ],
  [
    'panel before a break',
    [
      PARTIES,
      `<!-- ===== NEW SECTION - Panel Assignment ===== --><table><tr><td><b>Panel Assignment:</b><br>&nbsp;<b>Panel:</b> SLL&nbsp;KVL&nbsp;RT<br><b>Date of Hearing:</b> 09/13/2031 <b>Date of Decision:</b> </td></tr></table>${PARTIES}`,
    ],
    (docket) => docket.panel,
    ['SLL', 'KVL', 'RT'],
  ],
  [
    'number of a bankruptcy court',
    [DISTRICT, '<b>Bankruptcy: </b>'],
    (docket) => docket.originating_court_information.docket_number,
    '1:30-cv-00050',
  ],
  [
    'number of an agency',
    [
      `${DISTRICT}0975-1 : <a href="https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?caseNumber=1">1:30-cv-00050-AB</a>`,
      '<b>Agency: </b>FERC-1 : ER30-1234',
    ],
    (docket) => docket.originating_court_information.docket_number,
    'ER30-1234',
  ],
  [
    'number of a case at the Tax Court',
    [LINK, 'TAX-1 : 12345-30'],
    (docket) => docket.originating_court_information.docket_number,
    '12345-30',
  ],
  [
    'alien registration number',
    [LINK, 'BIA-1 : A099-999-999'],
    (docket) => docket.originating_court_information.RESTRICTED_ALIEN_NUMBER,
    'A099-999-999',
  ],
  [
    'lead case of the court below',
    [
      '1:30-cv-00050-AB</a>',
      '1:30-cv-00050-AB</a>&nbsp;<b>Lead: </b><a href="x">1:30-cv-00049-AB</a>',
    ],
    (docket) => docket.originating_court_information.docket_number,
    '1:30-cv-00050',
  ],
  [
    'date of a decision of an agency',
    ['Date Order/Judgment:', 'Date Decided:'],
    (docket) => docket.originating_court_information.date_judgment,
    '2030-03-29',
  ],
  [
    'ordering judge',
    [
      "Bea O'Pen, U.S. District Judge",
      "Bea O'Pen, U.S. District Judge<br><b>Ordering Judge: </b>Cy Nib, U.S. Magistrate Judge",
    ],
    (docket) => docket.originating_court_information.ordering_judge,
    'Cy Nib',
  ],
  [
    'number of an entry above its pages',
    ['&nbsp;12&nbsp;', '12<br>3 pg, 10 KB'],
    (docket) => docket.docket_entries[1].document_number,
    '12',
  ],
  [
    'date of entry before a note',
    ['[Entered: 01/28/2031 12:25 PM]', '[Entered: 01/28/2031 12:25 PM]--[Edited 01/29/2031 by AB]'],
    (docket) => docket.docket_entries[0].date_entered,
    '2031-01-28',
  ],
  [
    'caption and prior cases',
    [
      PARTIES,
      `<!-- ===== NEW SECTION - Prior and/or Assoc Cases ===== --><table><tr><td><b>Prior Cases:</b></td></tr><tr><td>30-1001 Date Filed: 10/14/2030</td></tr></table>${PARTIES}<!-- ===== NEW SECTION - Case Caption ===== --><table><tr><td>UNITED STATES OF AMERICA,<br>Plaintiff - Appellee<br>v.<br>ADA QUILL,<br>Defendant - Appellant</td></tr></table>${PARTIES}`,
    ],
    (docket) => docket.parties.length,
    2,
  ],
]

test.group('appellate dockets', () => {
  for (const [name, [from, to], value, expected] of CHANGES) {
    test(`have the ${name}, and no unread text`, async ({ assert }) => {
      const page = DOCKET.replace(from, to)
      assert.notEqual(page, DOCKET)
      assert.deepEqual(value(parseAppellateDocket(page, 'ca9')!), expected)
      assert.deepEqual((await parseCourtPage(Buffer.from(page), 'ca9'))?.coverage.unread, [])
    })
  }

  test('report other text', async ({ assert }) => {
    const page = DOCKET.replace(PARTIES, `<p>The court is closed on Monday.</p>${PARTIES}`)
    const reading = await parseCourtPage(Buffer.from(page), 'ca9')
    assert.deepEqual(
      reading?.coverage.unread.map(({ text }) => text),
      ['The court is closed on Monday']
    )
  })
})
