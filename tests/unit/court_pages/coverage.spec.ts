/** Coverage of court pages: text that the record doesn't have is reported with its place. */
import { test } from '@japa/runner'
import { measureCoverage, type PageContent } from '#app/court_pages/coverage'
import { decodePage } from '#app/court_pages/decode'
import { parseDistrictDocket } from '#app/court_pages/district_docket'
import { parseCourtPage } from '#app/court_pages/read_page'
import { parseHtml } from '#app/court_pages/tree'

const party = (type: string, name: string, attorney: string) =>
  `<tr><td><b><u>${type}</u></b></td></tr><tr><td><b>${name}</b></td><td>represented by</td><td><b>${attorney}</b><br>7 Quay Road<br>Inkport, IK 99917<br>555-0107<br>Email: ${attorney.split(' ')[0].toLowerCase()}@law.example<br><i>LEAD ATTORNEY</i></td></tr>`
const entry = (date: string, number: number, text: string) =>
  `<tr><td>${date}</td><td><a href="https://ecf.inkd.uscourts.gov/doc1/9991700002${number}">${number}</a></td><td>${text} (Entered: ${date})</td></tr>`

const PARTS = {
  menu: '<a href=x>Query</a> <a href=x>Reports</a> <a href=x>Logout</a>',
  title:
    '<h3>U.S. District Court<br>District of Inkland (Inkport)<br>CIVIL DOCKET FOR CASE #: 3:31-cv-00021-AB</h3>',
  head: '<table><tr><td>Quill et al v. Blot<br>Assigned to: Judge Bea O. Pen<br>Cause: 28:1332 Diversity-Contract</td><td>Date Filed: 12/07/2031<br>Jury Demand: Plaintiff<br>Nature of Suit: 190 Contract: Other<br>Jurisdiction: Diversity</td></tr></table>',
  parties: `<table>${party('Plaintiff', 'Ada Quill', 'Cy Nib')}${party('Defendant', 'Dora Blot', 'Eli Stylus')}</table>`,
  entries: `<table><tr><td>Date Filed</td><td>#</td><td>Docket Text</td></tr>${entry('12/07/2031', 1, 'COMPLAINT against Dora Blot filed by Ada Quill.')}${entry('12/08/2031', 2, 'SUMMONS issued as to Dora Blot.')}${entry('12/08/2031', 3, 'NOTICE of Appearance by Eli Stylus on behalf of Dora Blot')}</table>`,
  receipt:
    '<table><tr><th colspan=4>PACER Service Center</th></tr><tr><th colspan=4>Transaction Receipt</th></tr><tr><td>12/09/2031 10:11:12</td></tr><tr><th>PACER Login:</th><td>nib1</td><th>Cost:</th><td>0.30</td></tr></table>',
}

const page = (parts: Partial<typeof PARTS> = {}) =>
  `<html><body>${Object.values({ ...PARTS, ...parts }).join('\n')}</body></html>`
const PAGE = page()
const record = parseDistrictDocket(PAGE, 'inkd')!
/** What a record misses of a page. */
const missing = (source: string, of: unknown = record, kind = 'district_docket') =>
  measureCoverage(kind, { tree: parseHtml(source) }, of).unread

/** A copy of the record with a change. */
function changed(change: (copy: typeof record) => void) {
  const copy = structuredClone(record)
  change(copy)
  return copy
}

test.group('coverage', () => {
  test('reports nothing for a page that is read', async ({ assert }) => {
    const reading = await parseCourtPage(Buffer.from(PAGE), 'inkd')
    assert.equal(reading?.kind, 'district_docket')
    assert.deepEqual(reading?.coverage.unread, [])
    assert.equal(reading?.coverage.read, reading?.coverage.visible)
    assert.isAbove(reading!.coverage.visible, 500)
  })

  test('finds the time of a feed item: {$self}')
    .with([
      'Fri, 07 Mar 2031 00:00:00 GMT',
      'Fri, 07 Mar 2031 00:00:00 EST',
      'Fri, 07 Mar 2031 00:00:01 GMT',
      'Fri, 07 Mar 2031 12:00:00 GMT',
      'Fri, 7 Mar 2031 00:00:00 PDT',
      '07 Mar 2031 00:00:00 GMT',
    ])
    .run(async ({ assert }, date) => {
      const item = (number: number) =>
        `<item><title>3:31-cv-0002${number} Quill v. Blot</title><link>https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?7${number}</link><description>[Order] (&lt;a href="https://ecf.inkd.uscourts.gov/doc1/9991700002${number}"&gt;${number}&lt;/a&gt;)</description><guid>${number}</guid><pubDate>${date}</pubDate></item>`
      const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Inkland</title><lastBuildDate>${date}</lastBuildDate>${[1, 2, 3].map(item).join('')}</channel></rss>`
      const reading = await parseCourtPage(Buffer.from(feed), 'inkd')
      assert.deepEqual(reading?.coverage.unread, [])
    })

  test('measures pages alike after others', ({ assert }) => {
    const long = page({ menu: `<p>${'USA 3rd pty vs 01/02/2031 '.repeat(20_000)}</p>` })
    const measure = (source: string) =>
      measureCoverage('district_docket', { tree: parseHtml(source) }, record)
    const first = measure(PAGE)
    for (const other of ['', page({ parties: '' }), long, page({ head: 'USA '.repeat(9_000) })]) {
      measure(other)
      assert.deepEqual(measure(PAGE), first)
    }
    assert.isAbove(measure(long).visible, 500_000)
  })

  const dropped: [what: string, of: unknown, unread: RegExp[], place: RegExp][] = [
    [
      'a party whose name is in texts of entries',
      changed(({ parties }) => parties.splice(1, 1)),
      [/^Dora Blot$/, /^Eli Stylus$/],
      /Blot|Defendant/,
    ],
    [
      'the first party',
      changed(({ parties }) => parties.shift()),
      [/^Ada Quill$/, /^Cy Nib$/],
      /./,
    ],
    [
      'an attorney',
      changed(({ parties }) => (parties[0].attorneys = [])),
      [/^Cy Nib$/, /^7 Quay Road$/],
      /Quill|Plaintiff/,
    ],
    [
      'the address of an attorney',
      changed(({ parties }) => (parties[1].attorneys![0].contact = '')),
      [/^7 Quay Road$/, /^Email: eli@law\.example$/],
      /./,
    ],
    [
      'the first entry',
      changed(({ docket_entries: entries }) => entries.shift()),
      [/^12\/07\/2031$/, /^1$/, /^COMPLAINT against Dora Blot filed by Ada Quill\. \(Entered/],
      /Docket Text|Date Filed|#/,
    ],
    [
      'an entry on the date of another',
      changed(({ docket_entries: entries }) => entries.splice(1, 1)),
      [/^SUMMONS issued as to Dora Blot\. \(Entered: 12\/08\/2031/, /^2$/],
      /Docket Text › 12\/08\/2031|#/,
    ],
    [
      'the last entry',
      changed(({ docket_entries: entries }) => entries.pop()),
      [/^NOTICE of Appearance by Eli Stylus on behalf of Dora Blot/, /^3$/],
      /./,
    ],
    [
      'all entries',
      changed((copy) => (copy.docket_entries = [])),
      [/^COMPLAINT/, /^SUMMONS/, /^NOTICE/],
      /Docket Text/,
    ],
    [
      'the end of a text',
      changed(
        ({ docket_entries: entries }) => (entries[0].description = 'COMPLAINT against Dora Blot')
      ),
      [/^filed by Ada Quill\. \(Entered/],
      /Docket Text/,
    ],
    [
      'a part within a text',
      changed(
        ({ docket_entries: entries }) =>
          (entries[2].description =
            'NOTICE of Appearance on behalf of Dora Blot (Entered: 12/08/2031)')
      ),
      [/^by Eli Stylus$/],
      /Docket Text/,
    ],
    [
      'the number of a document',
      changed(({ docket_entries: [, two] }) => (two.document_number = null)),
      [/^2$/],
      /#/,
    ],
    [
      'the judge',
      changed((copy) => (copy.assigned_to_str = '')),
      [/Bea O\. Pen/],
      /District|Quill/,
    ],
    ['the cause', changed((copy) => (copy.cause = '')), [/28:1332 Diversity-Contract/], /./],
    [
      'the nature of suit',
      changed((copy) => (copy.nature_of_suit = '')),
      [/190 Contract: Other/],
      /./,
    ],
    ['the docket number', changed((copy) => (copy.docket_number = '')), [/31-cv-00021-AB$/], /^/],
    [
      'the name of the case',
      changed((copy) => (copy.case_name = '')),
      [/Quill et al v\. Blot/],
      /./,
    ],
  ]
  test('reports {what}')
    .with(dropped.map(([what, of, unread, place]) => ({ what, of, unread, place })))
    .run(({ assert }, { of, unread, place }) => {
      const fragments = missing(PAGE, of)
      for (const expected of unread) {
        const found = fragments.find(({ text }) => expected.test(text))
        assert.exists(found, `${expected} in ${JSON.stringify(fragments)}`)
        assert.match(found!.place, place)
      }
      const others = fragments.filter(({ text }) => !unread.some((one) => one.test(text)))
      assert.isBelow(others.length, 8, JSON.stringify(others))
    })

  const additions: [what: string, source: string, unread: string[]][] = [
    [
      'a label with a value',
      PAGE.replace('Cause:', 'Escrow: $700 held by clerk<br>Cause:'),
      ['Escrow: $700 held by clerk'],
    ],
    [
      'a line of a party',
      PAGE.replace('<b>Dora Blot</b>', '<b>Dora Blot</b><br>Bond posted'),
      ['Bond posted'],
    ],
    [
      'a paragraph',
      page({ menu: `${PARTS.menu}<p>This case is stayed until spring.` }),
      ['This case is stayed until spring'],
    ],
    [
      'a column',
      PAGE.replaceAll(/(<td><a href="[^"]*">\d<\/a><\/td>)/g, '$1<td>Sealed by order</td>'),
      ['Sealed by order', 'Sealed by order', 'Sealed by order'],
    ],
    [
      'a second party of the same name',
      page({
        parties: PARTS.parties.replace(
          '</table>',
          '<tr><td><b><u>Movant</u></b></td></tr><tr><td><b>Dora Blot</b></td></tr></table>'
        ),
      }),
      ['Movant', 'Dora Blot'],
    ],
    [
      'another language',
      PAGE.replace('Cause:', 'Überschrift: Größe<br>Cause:'),
      ['Überschrift: Größe'],
    ],
    [
      'words that are split by markup',
      PAGE.replace('Cause:', 'Es<b>crow</b> acc<i>ount</i><br>Cause:'),
      ['Escrow account'],
    ],
    [
      'text after the receipt',
      page({ receipt: `${PARTS.receipt}<p>Exhibit room 7` }),
      ['Exhibit room 7'],
    ],
  ]
  test('reports {what} that a page adds')
    .with(additions.map(([what, source, unread]) => ({ what, source, unread })))
    .run(({ assert }, { source, unread }) => {
      assert.deepEqual(
        missing(source).map(({ text }) => text),
        unread
      )
    })

  const same: [what: string, source: string][] = [
    ['upper case', PAGE.replace('filed by Ada Quill', 'FILED BY ADA QUILL')],
    ['spaces', PAGE.replaceAll(' by ', ' \n &nbsp; by\t')],
    ['emphasis', PAGE.replace('against Dora Blot', 'against <b>Dora</b> <i>Blot</i>')],
    [
      'another form of a date',
      PAGE.replace('Date Filed: 12/07/2031', 'Date Filed: December 7, 2031'),
    ],
    [
      'scripts and styles',
      page({ menu: `${PARTS.menu}<script>var secret = 1</script><style>b{}</style>` }),
    ],
    ['comments', page({ menu: `${PARTS.menu}<!-- NEW SECTION -->` })],
    [
      'buttons and choices',
      page({ menu: `${PARTS.menu}<button>Go on</button><select><option>All</select>` }),
    ],
    ['the title', page().replace('<body>', '<head><title>Inkland live</title></head><body>')],
    ['punctuation', PAGE.replace('Diversity-Contract', 'Diversity - Contract.')],
    ['wrappers', `<div><center>${PAGE}</center></div>`],
  ]
  test('ignores {what}')
    .with(same.map(([what, source]) => ({ what, source })))
    .run(({ assert }, { source }) => assert.deepEqual(missing(source), []))

  test('is bounded', ({ assert }) => {
    const many = missing(
      `<p>${'quill pen <p>'.repeat(500)}${'ink '.repeat(5_000)}`,
      {},
      'claims_register'
    )
    assert.lengthOf(many, 100)
    const [{ text }] = missing(`<p>${'ink '.repeat(5_000)}`, {}, 'claims_register')
    assert.lengthOf(text, 1_000)
    const long = missing(`<h3>${'heading '.repeat(99)}</h3><p>ink`, {}, 'claims_register')
    for (const { place } of long) assert.isAtMost(place.length, 100)
  })
})

/** Pages of other kinds, each with a record that has all of its text. */
const OTHERS: [kind: string, page: PageContent, record: object][] = [
  [
    'rss_feed',
    {
      xml: '<item><title>3:31-cv-00021 Quill v. Blot</title><link>https://x.example/7</link><pubDate>Sun, 07 Dec 2031 10:11:12 GMT</pubDate><description>[Order] (&lt;a href="x">7&lt;/a>)</description></item>',
    },
    [
      {
        docket_number: '3:31-cv-00021',
        case_name: 'Quill v. Blot',
        docket_entries: [
          {
            date_filed: '2031-12-07T10:11:12+00:00',
            short_description: 'Order',
            document_number: '7',
          },
        ],
      },
    ],
  ],
  [
    'acms_docket',
    {
      json: {
        caseDetails: { caseNumber: '31-21', name: 'Quill v. Blot', caseId: 'a-b' },
        docketInfo: {
          docketEntries: [{ entryNumber: 7, docketEntryText: '<p>ORDER &amp; opinion filed</p>' }],
        },
      },
    },
    {
      docket_number: '31-21',
      case_name: 'Quill v. Blot',
      docket_entries: [{ document_number: 7, description: 'ORDER & opinion filed' }],
    },
  ],
  [
    'possible_case_numbers',
    {
      xml: `<request number='31-21'><case number='3:31-cv-21' id='77' title='3:31-cv-21 Quill v. Blot (closed)'/></request>`,
    },
    {
      request: '31-21',
      cases: [{ docket_number: '3:31-cv-21', title: '3:31-cv-21 Quill v. Blot (closed)' }],
    },
  ],
  [
    'notice',
    {
      lines:
        'Notice of Electronic Filing\nCase Name: Quill v. Blot\nCase Number: 3:31-cv-00021\nDocket Text:\nORDER on motion 7',
    },
    {
      dockets: [
        {
          case_name: 'Quill v. Blot',
          docket_number: '3:31-cv-00021',
          docket_entries: [{ description: 'ORDER on motion 7' }],
        },
      ],
    },
  ],
  ['district_docket', { tree: parseHtml(decodePage(Buffer.from(PAGE))) }, record],
]

/** All paths of texts and numbers in a record that a page prints. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object')
    return value === null || value === '' ? [] : [path]
  return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))
}

/** Values that pages don't print, or print at another place as well. */
const UNPRINTED =
  /_id$|_str$|federal_|_seq_no|^type$|ordered_by|jury|date_|document_number|docket_number|case_name|contact|roles|title|number|extra_info/

test.group('coverage of every kind', () => {
  for (const [kind, content, whole] of OTHERS) {
    test(`reports nothing for a whole record: ${kind}`, ({ assert }) => {
      assert.deepEqual(measureCoverage(kind, content, whole).unread, [])
    })

    test(`reports each value that is deleted from the record: ${kind}`, ({ assert }) => {
      for (const path of pathsIn(whole)) {
        if (kind === 'district_docket' && UNPRINTED.test(path.at(-1)!)) continue
        const copy = structuredClone(whole)
        let at = copy as Record<string, unknown>
        for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>
        const value = at[path.at(-1)!]
        at[path.at(-1)!] = null
        const { unread, read, visible } = measureCoverage(kind, content, copy)
        assert.isNotEmpty(unread, `${path.join('.')}: ${value as string}`)
        assert.isBelow(read, visible)
      }
    })
  }

  test('names the path of a key, and the element', ({ assert }) => {
    const [[, , feed], [, , docket]] = OTHERS
    const first = measureCoverage('acms_docket', OTHERS[1][1], { ...docket, docket_entries: [] })
    assert.deepInclude(first.unread, {
      text: 'ORDER & opinion filed',
      place: 'docketInfo.docketEntries.docketEntryText',
    })
    const other = measureCoverage('rss_feed', OTHERS[0][1], { ...feed, 0: null })
    assert.equal(other.unread[0].place, 'title')
  })
})
