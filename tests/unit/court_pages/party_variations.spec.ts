/** Variations of the parties of docket reports, and of the forms and flags around them. */
import { test } from '@japa/runner'
import { parseBankruptcyDocket } from '#app/court_pages/bankruptcy_docket'
import { parseDistrictDocket } from '#app/court_pages/district_docket'
import { parseCourtPage } from '#app/court_pages/read_page'
import { bankruptcy, district, HEAD } from '../../court_pages/docket_pages.js'

const heading = (text: string) => `<tr><td><b><u>${text}</u></b></td></tr>`
const alone = (left: string) => `<tr><td valign=top>${left}</td></tr>`
const represented = (left: string, right: string) =>
  `<tr><td>${left}</td><td>represented&nbsp;by</td><td>${right}</td></tr>`
const partiesOf = (parties: string) =>
  parseDistrictDocket(district({ parties }), 'inkd')?.parties ?? []
const unreadIn = async (page: string, court = 'inkd') =>
  (await parseCourtPage(Buffer.from(page), court))?.coverage.unread.map(({ text }) => text)

test.group('parties of a docket', () => {
  for (const [printed, date] of [
    ['<i>TERMINATED: 3/5/2031</i>', '2031-03-05'],
    ['TERMINATED: 03/05/31', '2031-03-05'],
    ['Terminated 03/05/2031', '2031-03-05'],
    ['Terminated : 03/05/2031', '2031-03-05'],
    ['<i>in his official capacity<br>TERMINATED:&nbsp;03/05/2031</i>', '2031-03-05'],
    ['TERMINATED', null],
    ['Terminated Counts of 03/05/2031', null],
  ] as const) {
    test(`are terminated as in "${printed}"`, ({ assert }) => {
      const parties = heading('Defendant') + alone(`<b>Cy Blot</b><br>${printed}`)
      assert.equal(partiesOf(parties)[0].date_terminated, date)
    })
  }

  for (const [printed, type] of [
    ['4th Pty Defendant', 'Fourth Party Defendant'],
    ['3rd party Plaintiff', 'Third Party Plaintiff'],
    ['Intervenor Pla', 'Intervenor Plaintiff'],
    ['Intervenor Dft', 'Intervenor Defendant'],
    ['Defendant - Consolidated', 'Consolidated Defendant'],
    ['Plaintiff- Consolidated', 'Consolidated Plaintiff'],
    ['Assistant US Attorney', 'Assistant U.S. Attorney'],
    ['US Trustee', 'U.S. Trustee'],
    ['Defendant (12)', 'Defendant'],
  ]) {
    test(`under "${printed}" are of the type ${type}`, async ({ assert }) => {
      const parties = heading(printed) + alone('<b>Cy Blot</b>')
      assert.equal(partiesOf(parties)[0].type, type)
      assert.deepEqual(await unreadIn(district({ parties })), [])
    })
  }

  test('have names with spaces between bold words', ({ assert }) => {
    const [party] = partiesOf(heading('Plaintiff') + alone('<b>Ada</b> <b>Quill</b>'))
    assert.equal(party.name, 'Ada Quill')
  })

  test('are not the word between the sides', ({ assert }) => {
    for (const word of ['V.', 'v', 'vs.', 'VS']) {
      const names = partiesOf(
        heading('Plaintiff') +
          alone('<b>Ada</b>') +
          alone(`<b>${word}</b>`) +
          heading('Defendant') +
          alone('<b>Cy</b>')
      ).map(({ name }) => name)
      assert.deepEqual(names, ['Ada', 'Cy'])
    }
  })
})

const LEE = '<b>Lee Counsel</b><br>Firm LLP<br>1 Main St'
const counselOf = (cell: string) =>
  partiesOf(
    heading('Plaintiff') + represented('<b>Ada</b>', LEE) + represented('<b>Cy</b>', cell)
  )[1].attorneys

test.group('counsel of a party', () => {
  for (const reference of [
    '(See above for address)',
    'See above for address',
    '(see above)',
    'See above.',
  ]) {
    test(`have the postal address printed before "${reference}"`, ({ assert }) => {
      const [attorney] = counselOf(`<b>Lee Counsel</b><br>${reference}<br><i>LEAD ATTORNEY</i>`)!
      assert.deepEqual(attorney, {
        name: 'Lee Counsel',
        contact: 'Firm LLP\n1 Main St\n',
        roles: ['LEAD ATTORNEY'],
      })
    })
  }

  test('keep other lines next to a reference to an unknown postal address', ({ assert }) => {
    const [attorney] = counselOf('<b>Di Nib</b><br>Nib LLP<br>(See above for address)')!
    assert.equal(attorney.contact, 'Nib LLP\n')
    assert.equal(counselOf('<b>Di Nib</b><br>(See above for address)')![0].contact, '')
  })

  for (const cell of [
    'Di Nib<br>Nib LLP<br><i>PRO SE</i>',
    '<br>Di Nib<br>Nib LLP<br><i>PRO SE</i>',
  ]) {
    test(`can be printed without bold names as in "${cell}"`, ({ assert }) => {
      assert.deepEqual(counselOf(cell), [
        { name: 'Di Nib', contact: 'Nib LLP\n', roles: ['PRO SE'] },
      ])
    })
  }

  test('are absent in an empty cell', ({ assert }) => {
    assert.deepEqual(counselOf('<br>&nbsp;'), [])
  })
})

test.group('adversary proceedings', () => {
  const dashed = (text: string) => alone(`<b>${text}<br>-----------------------</b>`)
  test('have two sides', ({ assert }) => {
    const page = bankruptcy(
      'Adversary Proceeding #: 31-01001-abc',
      dashed('Plaintiff') +
        represented('<b>Ada Quill</b>', LEE) +
        alone('<b>V.</b>') +
        dashed('Defendant') +
        alone('<b>Nib LLC</b>'),
      `<table>${HEAD}</table>`
    )
    assert.deepEqual(
      parseBankruptcyDocket(page, 'inkb')?.parties.map(({ type, name }) => [type, name]),
      [
        ['Plaintiff', 'Ada Quill'],
        ['Defendant', 'Nib LLC'],
      ]
    )
  })
})

const LABEL = 'Case in other court:'
/** Lines of the head of a docket for which records have no field. */
const OTHER_CASES = [
  'Lead case: <a href="/cgi-bin/DktRpt.pl?5">3:31-cv-00005</a>',
  'Lead Docket: None',
  'Member Cases:<br><a>3:31-cv-00006-AB</a><br><a>3:31-cv-00007-AB</a>',
  'Related Cases:<br><a>3:31-cv-00006-AB</a><br><a>3:31-cv-00007-AB</a>',
  'Magistrate judge case number: <a>3:31-mj-00005</a>',
  'Magistrate judge case number:<table><tr><td><a>3:31-mj-00005-AB</a></td></tr></table>',
  'Appeals court case number: 31-1234 9th Circuit',
]

test.group('unread text of a docket excludes', () => {
  for (const line of OTHER_CASES) {
    test(`the other cases in "${line}"`, async ({ assert }) => {
      const page = district({}).replace(LABEL, `${line}<br>${LABEL}`)
      assert.deepEqual(await unreadIn(page), [])
      assert.equal(parseDistrictDocket(page, 'inkd')?.cause, '28:1332 Diversity')
    })
  }

  for (const flags of [
    'CLOSED',
    'CLOSED,APPEAL',
    'CLOSED, E-Filing, 2254 HABEAS',
    'DSMSS, ADR/MED',
  ]) {
    test(`the flags "${flags}" above the name of the court`, async ({ assert }) => {
      const table = `<table><tr><td align=right><span>${flags}</span></td></tr></table>`
      assert.deepEqual(await unreadIn(district({}).replace('<h3', `${table}<h3`)), [])
      const below = district({}).replace('<table>', `<p>${flags}</p><table>`)
      assert.deepEqual(await unreadIn(below), [flags])
    })
  }

  test('the form to select documents', async ({ assert }) => {
    const form = `<form name="view_multi_docs"><table><tr><td>Date Filed</td><th>#</th><td>Select<br>all / clear</td><td>Docket Text</td></tr>
<tr><td>03/04/2031</td><td>9</td><td><input type="checkbox" name="arr_de_seq_nums" id="arr_de_seq_nums_30" value="30"></td><td>MOTION (Entered: 03/05/2031)</td></tr></table>
<table><tr><td><input type=button value="View Selected"></td><td>or</td><td><input type=button value="Download Selected"></td></tr>
<tr><td>Total filesize of selected documents (MB):</td><td>0</td></tr><tr><td>Maximum filesize allowed (MB): 50</td></tr></table></form>`
    const page = district({}).replace(/<table><tr><td>Date Filed.*<\/table>/s, form)
    assert.deepEqual(await unreadIn(page), [])
    assert.equal(parseDistrictDocket(page, 'inkd')?.docket_entries[0].pacer_seq_no, '30')
  })

  test('the number of the case, although a document has the number of its year', async ({
    assert,
  }) => {
    const rows = Array.from(
      { length: 31 },
      (_, at) =>
        `<TR><TD>02/03/2031</TD><TD>&nbsp;</TD><TD>${at + 1}</TD><TD>Order of day ${at}</TD></TR>`
    )
    const page = bankruptcy(
      'Bankruptcy Petition #: 31-00276',
      represented('<i><b>Debtor</b></i><br><b>Ada Quill</b>', '<b>Lee Counsel</b>'),
      `<table>${HEAD}${rows.join('')}</table>`
    )
    assert.deepEqual(await unreadIn(page, 'inkb'), [])
  })
})
