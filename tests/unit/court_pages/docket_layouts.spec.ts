/** Layouts of docket reports that differ between courts, with pages written for the tests. */
import { test } from '@japa/runner'
import { parseBankruptcyDocket } from '#app/court_pages/bankruptcy_docket'
import { decodePage } from '#app/court_pages/decode'
import { parseDistrictDocket } from '#app/court_pages/district_docket'
import { bankruptcy, district, HEAD } from '../../court_pages/docket_pages.js'

const heading = (text: string) => `<tr><td><b><u>${text}</u></b></td></tr>`
const COUNSEL = '<b>Lee Counsel</b><br>1 Main St'
const represented = (left: string, right = COUNSEL) =>
  `<tr><td>${left}</td><td>represented&nbsp;by</td><td>${right}</td></tr>`
const alone = (left: string) => `<tr><td valign=top>${left}</td></tr>`

const districtParties = (parties: string) =>
  parseDistrictDocket(district({ parties }), 'inkd')!.parties.map(({ type, name }) => [type, name])

const NAMED = heading('Plaintiff') + represented('<b>Ada Quill</b>')

/** Rows above or between headings, with the type and name of the first party. */
const WITHOUT_HEADING: [rows: string, type: string, name: string][] = [
  [alone('<b>Nib LLC</b>'), 'Unknown', 'Nib LLC'],
  [alone('<b>Nib LLC</b><br><i>TERMINATED: 03/26/2031</i>'), 'Unknown', 'Nib LLC'],
  [represented('<b>Nib LLC</b>'), 'Unknown', 'Nib LLC'],
  [represented('<strong>Nib LLC</strong>'), 'Unknown', 'Nib LLC'],
  [represented('<font><b>Nib LLC</b></font>'), 'Unknown', 'Nib LLC'],
  [represented('Nib LLC'), 'Unknown', 'Nib LLC'],
  [represented('<i>Nib LLC</i>'), 'Unknown', 'Nib LLC'],
  [represented('<b><i>Nib LLC</i></b>'), 'Unknown', 'Nib LLC'],
  [`<tr><td></td></tr>${alone('<br><b>Nib LLC</b>')}`, 'Unknown', 'Nib LLC'],
  [`</table><table>${alone('<b>Nib LLC</b>')}`, 'Unknown', 'Nib LLC'],
  [alone('<b>Nib <i>and others</i></b>'), 'Unknown', 'Nib and others'],
  [heading('IN RE:') + alone('<b>Nib LLC</b>'), 'In Re', 'Nib LLC'],
  [heading('DEBTOR IN POSSESSION') + alone('<b>Nib</b>'), 'Debtor in Possession', 'Nib'],
  [heading('Notice of Party (2)') + alone('<b>Nib</b>'), 'Notice of Party', 'Nib'],
]

test.group('docket layouts: parties', () => {
  for (const [at, [rows, type, name]] of WITHOUT_HEADING.entries()) {
    test(`keep the party of row ${at + 1} and the party after it`, ({ assert }) => {
      assert.deepEqual(districtParties(rows + NAMED), [
        [type, name],
        ['Plaintiff', 'Ada Quill'],
      ])
    })
  }

  test('keep identical rows without a heading once', ({ assert }) => {
    assert.lengthOf(districtParties(alone('<b>Nib</b>').repeat(2) + NAMED), 2)
  })

  for (const [cell, extra] of [
    ['<i><b>aka</b></i><br><b>Nib Inc</b>', 'aka\nNib Inc'],
    ['<i><b>aka </b></i><b>Nib Inc</b>', 'aka Nib Inc'],
    [
      '1 Main St<br><i><b>dba </b></i><b>Nib</b><br><i><b>fka </b></i><b>Blot</b>',
      '1 Main St\ndba Nib\nfka Blot',
    ],
    ['<i>also known as</i><br>Nib', 'also known as\nNib'],
  ] as const) {
    test(`keep the other names "${extra}"`, ({ assert }) => {
      const parties = heading('Debtor') + represented(`<b>Ada Quill</b><br>${cell}`)
      const [party] = parseDistrictDocket(district({ parties }), 'inkd')!.parties
      assert.deepEqual([party.name, party.extra_info], ['Ada Quill', extra])
    })
  }

  for (const [printed, contact] of [
    ['Email: <a href="mailto:lee@ink.example">lee@ink.example</a>', 'Email: lee@ink.example'],
    ['Email:<a href="mailto:lee@ink.example">lee@ink.example</a>', 'Email: lee@ink.example'],
    ['<a href="mailto:lee@ink.example">lee@ink.example</a>', 'lee@ink.example'],
    ['Email: lee@ink.example', 'Email: lee@ink.example'],
  ]) {
    test(`read the email address of ${printed}`, ({ assert }) => {
      const parties = NAMED + represented('<b>Nib</b>', `${COUNSEL}<br>${printed}`)
      const party = parseDistrictDocket(district({ parties }), 'inkd')!.parties[1]
      assert.equal(party.attorneys![0].contact, `1 Main St\n${contact}\n`)
    })
  }

  test('keep parties of a report without any heading', ({ assert }) => {
    const rows = alone('<b>Nib</b>') + represented('<b>Blot</b>')
    assert.deepEqual(districtParties(rows), [
      ['Unknown', 'Nib'],
      ['Unknown', 'Blot'],
    ])
  })

  test('give a service list its own type, and the next party that of its heading', ({ assert }) => {
    const rows = represented('<b>Service List</b>') + represented('<b>Cy Blot</b>')
    assert.deepEqual(districtParties(NAMED + heading('Defendant') + rows), [
      ['Plaintiff', 'Ada Quill'],
      ['Service List', 'Service List'],
      ['Defendant', 'Cy Blot'],
    ])
  })

  test('keep one person in several roles, with all counsel', ({ assert }) => {
    const person = represented('<b>Ada Quill</b>', '<b>Ada Quill</b><br>1 Main St<br>PRO SE')
    const rows = ['Plaintiff', 'Counter Defendant', 'ThirdParty Plaintiff', '3rd Pty Defendant']
      .map((type) => heading(type) + person)
      .join('')
    const { parties } = parseDistrictDocket(district({ parties: rows }), 'inkd')!
    assert.deepEqual(
      parties.map(({ type }) => type),
      ['Plaintiff', 'Counter Defendant', 'Third Party Plaintiff', 'Third Party Defendant']
    )
    for (const { attorneys } of parties)
      assert.deepEqual(attorneys, [
        { name: 'Ada Quill', contact: '1 Main St\nPRO SE\n', roles: [] },
      ])
  })
})

/** Postal addresses of one attorney in order; each mention refers to the address above it. */
const SEE_ABOVE: [rows: string[], contacts: string[]][] = [
  [
    ['A St', '(See above for address)'],
    ['A St\n', 'A St\n'],
  ],
  [
    ['A St', 'B St', '(See above for address)'],
    ['A St\n', 'B St\n', 'B St\n'],
  ],
  [
    ['A St', '(See above for address)', 'B St', '(See above for address)'],
    ['A St\n', 'A St\n', 'B St\n', 'B St\n'],
  ],
  [
    ['(See above for address)', 'A St'],
    ['', 'A St\n'],
  ],
  [
    ['A St', '(see above for address)'],
    ['A St\n', 'A St\n'],
  ],
]

test.group('docket layouts: contact details', () => {
  for (const [rows, contacts] of SEE_ABOVE) {
    test(`resolve ${JSON.stringify(rows)}`, ({ assert }) => {
      const parties = rows
        .map((contact, at) => represented(`<b>P${at}</b>`, `<b>Lee Counsel</b><br>${contact}`))
        .join('')
      const report = parseDistrictDocket(
        district({ parties: heading('Plaintiff') + parties }),
        'inkd'
      )!
      assert.deepEqual(
        report.parties.map(({ attorneys }) => attorneys?.[0].contact),
        contacts
      )
    })
  }
})

const NAMES: [left: string, type: string, name: string][] = [
  ['<I><B>Debtor</B></I><BR><B>Nib Inc., <I>et al.</I></B>', 'Debtor', 'Nib Inc., et al.'],
  ['<I><B>Debtor</B></I><BR><B>Nib, et al, <I>a Firm</I></B>', 'Debtor', 'Nib, et al, a Firm'],
  ['<B><I>Debtor</I></B><BR><B>Nib Inc.</B>', 'Debtor', 'Nib Inc.'],
  ['<I><B>Debtor 1</B></I><BR><I><B>Nib Inc.</B></I>', 'Debtor', 'Nib Inc.'],
  ['<I><B>Debtor In Possession</B></I><BR><B>Nib Inc.</B>', 'Debtor in Possession', 'Nib Inc.'],
  ['<I><B>\n<BR><B>Debtor</B></B></I><BR><B>Nib Inc.</B>', 'Debtor', 'Nib Inc.'],
]

test.group('docket layouts: names in bankruptcy courts', () => {
  for (const [left, type, name] of NAMES) {
    test(`of "${left}"`, ({ assert }) => {
      const report = parseBankruptcyDocket(
        bankruptcy('Bankruptcy Petition #: 31-10001-nwx', represented(left), ''),
        'inkb'
      )!
      assert.deepEqual([report.parties[0].type, report.parties[0].name], [type, name])
      assert.equal(report.case_name, name)
    })
  }

  test('keep the type of a party with words in italics', ({ assert }) => {
    const parties = `<TR><TD><BR><B>Defendant<BR>--------------</B></TD></TR>
${represented('<B>John Doe, XYZ Corp., <I>fictitious names.</I></B>')}${represented('<B>Nib</B>')}`
    const report = parseBankruptcyDocket(
      bankruptcy('Adversary Proceeding #: 31-01002-nwx', parties, ''),
      'inkb'
    )!
    assert.deepEqual(
      report.parties.map(({ type, name }) => [type, name]),
      [
        ['Defendant', 'John Doe, XYZ Corp., fictitious names.'],
        ['Defendant', 'Nib'],
      ]
    )
  })
})

/** Numbers of entries as courts print them, with the number and whether there is a document. */
const NUMBERS: [cell: string, number: string | null, hasDocument: boolean][] = [
  ['<a href="/doc1/999125000001">7</a>', '7', true],
  ['<a href="/doc1/999125000001">7</a><br><nobr>(5&nbsp;pgs)</nobr>', '7', true],
  ['<a href="/doc1/999125000001">doc</a>', null, true],
  ['<a href="/doc1/999125000001">doc</a><br><nobr>(7&nbsp;pgs)</nobr>', null, true],
  ['<a href="/doc1/999125000001">Doc</a>', null, true],
  ['<a href="/doc1/999125000001"> doc </a>', null, true],
  ['doc', null, false],
  ['SEALED', null, false],
  ['7', '7', false],
  ['&nbsp;', null, false],
  ['(5 pgs)', null, false],
]

test.group('docket layouts: numbers of entries', () => {
  for (const [cell, number, hasDocument] of NUMBERS) {
    test(`of "${cell}"`, ({ assert }) => {
      const rows = `<TR><TD>02/03/2031</TD><TD>&nbsp;</TD><TD>${cell}</TD><TD>Notice (Entered: 02/04/2031)</TD></TR>`
      const page = bankruptcy(
        'Bankruptcy Petition #: 31-10001-nwx',
        '',
        `<TABLE>${HEAD}${rows}</TABLE>`
      )
      assert.containSubset(parseBankruptcyDocket(page, 'inkb')!.docket_entries, [
        {
          document_number: number,
          pacer_doc_id: hasDocument ? '999025000001' : null,
          date_entered: '2031-02-04',
          description: 'Notice (Entered: 02/04/2031)',
        },
      ])
    })
  }
})

/** Rows with the columns of courts in other orders, or with a checkbox. */
const ROWS = [
  '<tr><td>03/04/2031</td><td>#</td><td>TEXT</td></tr>',
  '<tr><td>03/04/2031</td><td>#</td><td></td><td>TEXT</td></tr>',
  '<tr><td>03/04/2031</td><td><input type=checkbox></td><td>#</td><td>TEXT</td></tr>',
  '<tr><td><input type=checkbox></td><td>03/04/2031</td><td>#</td><td>TEXT</td></tr>',
  '<tr><td>&nbsp;</td><td>03/04/2031</td><td>#</td><td>TEXT</td></tr>',
  '<tr><td>#</td><td>03/04/2031</td><td>TEXT</td></tr>',
  '<tr><td><input type=checkbox></td><td>#</td><td>03/04/2031</td><td>TEXT</td></tr>',
  '<tr><td>03/04/31</td><td>&nbsp;</td><td>#</td><td>TEXT</td></tr>',
  '<tr><td><b>03/04/2031</b></td><td>#<br>(2 pgs)</td><td>TEXT</td></tr>',
  '<tr><th>3/4/2031</th><td>#</td><td>TEXT</td></tr>',
]

test.group('docket layouts: columns', () => {
  const filled = (row: string, number: number) =>
    row
      .replace('#', `<a href="/doc1/9991700002${number}">${number}</a>`)
      .replace('TEXT', `Order of 03/07/2031 (Entered: 03/05/2031)`)
  for (const row of ROWS) {
    test(`of "${row}", including a second table`, ({ assert }) => {
      const entries = `${filled(row, 1)}</table><table>${filled(row, 2)}`
      assert.deepEqual(
        parseDistrictDocket(district({ entries }), 'inkd')!.docket_entries,
        ['1', '2'].map((number) => ({
          date_filed: '2031-03-04',
          date_entered: '2031-03-05',
          document_number: number,
          pacer_doc_id: `9990700002${number}`,
          pacer_seq_no: null,
          description: 'Order of 03/07/2031 (Entered: 03/05/2031)',
        }))
      )
    })
  }
})

/** Numbers of dockets as printed, without initials, and with office and type. */
const DOCKET_NUMBERS: [printed: string, number: string, type: string | null][] = [
  ['1:31-crcor-00029', '1:31-crcor-00029', 'crcor'],
  ['1:31-2255-00001', '1:31-2255-00001', '2255'],
  ['2:31-a2-27244-CMR', '2:31-a2-27244', 'a2'],
  ['3:31-~gr-00001', '3:31-~gr-00001', '~gr'],
  ['3:31-y-00001', '3:31-y-00001', 'y'],
  ['1:31-MDL-00001', '1:31-MDL-00001', 'MDL'],
  ['2:31-mc-00021-JES-M_M', '2:31-mc-00021', 'mc'],
  ['4:31-mj-00061-N/A', '4:31-mj-00061', 'mj'],
  ['3:31-cr-00070-TKW-MAL-1', '3:31-cr-00070', 'cr'],
  ['MDL No. 2967', 'MDL No. 2967', null],
  ['MCP No. 212', 'MCP No. 212', null],
  ['MCP No 212', 'MCP No 212', null],
]

test.group('docket layouts: numbers of dockets', () => {
  for (const [printed, number, type] of DOCKET_NUMBERS) {
    test(`of ${printed}`, ({ assert }) => {
      const page = district({}).replace('3:31-cv-00021-ABC-DEF-2', printed)
      const report = parseDistrictDocket(page, 'inkd')
      assert.deepEqual([report?.docket_number, report?.federal_dn_case_type], [number, type])
    })
  }

  for (const printed of ['31-80555-JJG-13', '31-80555-JJG', '31-80555-jjg13', '31-80555']) {
    test(`of ${printed} in a bankruptcy court`, ({ assert }) => {
      const page = bankruptcy(`Bankruptcy Petition #: ${printed}`, '', '')
      assert.equal(parseBankruptcyDocket(page, 'inkb')?.docket_number, '31-80555')
    })
  }
})

test.group('docket layouts: heads', () => {
  for (const date of [
    'Date Filed:<br>03/04/2031',
    'Date Filed:&nbsp;<br><br>03/04/2031',
    'Date Filed: 3/4/31',
  ]) {
    test(`read "${date}"`, ({ assert }) => {
      const page = district({}).replace('Date Filed: 03/04/2031', date)
      assert.equal(parseDistrictDocket(page, 'inkd')?.date_filed, '2031-03-04')
    })
  }

  test("don't take the date of another label", ({ assert }) => {
    const page = district({}).replace('Date Filed: 03/04/2031', 'Date Filed:')
    assert.isNull(parseDistrictDocket(page, 'inkd')?.date_filed)
  })

  for (const title of ['IN RE:', 'In Re', 'IN RE', 'In re:']) {
    test(`name a case after its subject below "${title}"`, ({ assert }) => {
      const parties =
        heading(title) + alone('<b>Request for Ink</b>') + heading('Movant') + alone('<b>Ada</b>')
      const report = parseDistrictDocket(district({ title: '', parties }), 'inkd')
      assert.equal(report?.case_name, 'In re Request for Ink')
    })
  }
})

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part])))
  )

/** Pages with text in several encodings, or with control characters. */
const TEXTS: [page: Buffer, text: string][] = [
  [bytes('é 11 U.S.C. ', 0xa7, ' 365'), 'é 11 U.S.C. § 365'],
  [bytes(0xa7, ' “quoted”'), '§ “quoted”'],
  [bytes('— ', 0x93, 'ink', 0x94), '— “ink”'],
  [bytes('Jos', 0xe9, ' – Muñoz'), 'José – Muñoz'],
  [bytes('€', 0xff), '€ÿ'],
  [bytes('a', 0xe2, 0x82, 'b'), 'aâ‚b'],
  [bytes('😀', 0x80), '😀€'],
  [bytes('é', 0xed, 0xa0, 0x80), 'éí\u00A0€'],
  [bytes('\uFEFFa', 0xa7), 'a§'],
  [bytes('O&#039;Pen&#03\n'), 'O&#039;Pen\n'],
  [bytes('a&#3;b&#031;c&#x1f;d&#X1;e'), 'abcde'],
  [bytes('a&#31b&#11;c&#14;d'), 'abcd'],
  [bytes('&#32;&#9;&#10;&#13;&#39;&#310;&#x27;'), '&#32;&#9;&#10;&#13;&#39;&#310;&#x27;'],
]

test.group('docket layouts: characters', () => {
  for (const [page, text] of TEXTS) {
    test(`decode ${JSON.stringify(text)}`, ({ assert }) => {
      assert.equal(decodePage(page), text)
    })
  }

  test('decode long pages with many changes of the encoding', ({ assert }) => {
    const page = Buffer.concat(Array.from({ length: 50_000 }, () => bytes('é', 0xa7)))
    assert.equal(decodePage(page), 'é§'.repeat(50_000))
  })
})
