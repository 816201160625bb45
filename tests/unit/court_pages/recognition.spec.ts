/** Recognition of pages by the weighted signs of their kinds. */
import { test } from '@japa/runner'
import { collectSigns, collectTextSigns, type SignPlace } from '#app/court_pages/collect_signs'
import { PAGE_SIGNS, type KindName, type Sign } from '#app/court_pages/page_signs'
import { isOfKind, rankPage } from '#app/court_pages/recognition'
import { MAIL_KINDS, PAGE_KINDS } from '#app/court_pages/page_kinds'
import { parseCourtPage, recognize } from '#app/court_pages/read_page'
import { INVENTED_PAGES } from '#tests/court_pages/invented_pages'

const kindOf = async (source: string) => (await recognize(Buffer.from(source)))?.kind.name ?? null

const pageOf = (kind: KindName) => INVENTED_PAGES.find((page) => page.kind === kind)!.source

/** A pattern for a text in markup: other spaces, entities, and tags may be between its words. */
const markupOf = (text: string) =>
  text
    .split(/[ ~]/)
    .filter(Boolean)
    .map((word) =>
      word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('&', '&(?:amp;)?')
    )
    .join(String.raw`(?:\s|&nbsp;|~|<[^<>]{0,200}>){1,40}`)

/** The literal of a sign in the source of a page: the program of a link, the last of keys. */
function literalOf(where: SignPlace, text: string): string {
  if (where === 'link' || where === 'form') return text.replace(/^servlet=/, '').split('?')[0]
  return where === 'key' || where === 'element' ? text.split(/[.@]/).at(-1)! : text
}

/** Texts of a page at the place of a sign that count as the sign. */
function textsOf(source: string, [, where, ...forms]: Sign): string[] {
  if (where === 'key') return forms.map(String)
  if (where === 'sender') return ['sc-us.gov']
  const found = new Set<string>()
  const add = (place: SignPlace, text: string) => {
    const isSign = forms.some((form) =>
      typeof form === 'string' ? form === text : form.test(text)
    )
    if (place === where && isSign) found.add(text)
  }
  collectSigns(source, add)
  collectTextSigns(source.slice(0, source.indexOf('\n\n') + 1), add)
  return [...found]
}

/** The page with other words in place of all occurrences of a sign. */
function withoutSign(source: string, sign: Sign): string {
  const where = sign[1]
  if (where === 'number') return source.replace(/\b\d{1,2}:\d\d-[a-z]{2}-\d{1,5}/g, 'Quux')
  return textsOf(source, sign).reduce((page, text) => {
    const form = markupOf(literalOf(where, text))
    const isName = where === 'element' || where === 'key'
    return page.replace(new RegExp(isName ? `\\b${form}\\b` : form, 'gi'), 'Quux')
  }, source)
}

test.group('recognition of pages', () => {
  test('has signs for each kind', ({ assert }) => {
    const names = [...PAGE_KINDS, ...MAIL_KINDS].map(({ name }) => name)
    assert.sameMembers(Object.keys(PAGE_SIGNS), names)
    assert.sameMembers(
      INVENTED_PAGES.map(({ kind }) => kind),
      names
    )
  })

  for (const { kind, court, source } of INVENTED_PAGES) {
    test(`finds a ${kind} and doesn't depend on one of its signs`, async ({ assert }) => {
      const parsed = await parseCourtPage(Buffer.from(source), court)
      assert.equal(parsed?.kind, kind)
      assert.isFalse(parsed?.recognition.close)
      const lost: string[] = []
      let removed = 0
      for (const sign of PAGE_SIGNS[kind] as readonly Sign[]) {
        const page = withoutSign(source, sign)
        if (page === source) continue
        removed++
        if ((await kindOf(page)) !== kind) lost.push(sign.slice(0, 3).join(' '))
      }
      assert.deepEqual(lost, [])
      assert.isAtLeast(removed, 4)
    })
  }

  test('returns the runner-up with its score', async ({ assert }) => {
    const parsed = await parseCourtPage(Buffer.from(pageOf('district_docket')), 'inkd')
    const { score, runnerUp } = parsed!.recognition
    assert.equal(runnerUp?.kind, 'bankruptcy_docket')
    assert.isAbove(score, runnerUp!.score + 5)
    const json = await parseCourtPage(Buffer.from(pageOf('supreme_court_json')), 'scotus')
    assert.isNull(json?.recognition.runnerUp)
  })

  test('reports that two kinds are close', async ({ assert }) => {
    const equal =
      '<h2>Claims Register</h2><h2>Claims Activity Report</h2>Creditor: x<br>Claim No: 1<br>Amends No: 2<br>Case: 31-1<br>Creditor ID: 5<br>'
    const [first, second] = rankPage(equal)
    assert.isBelow(first.score - second.score, 3)
    assert.isTrue(isOfKind('claims_register', equal) && isOfKind('claims_activity', equal))
  })

  test('uses the kind of the page, not of a page in it', async ({ assert }) => {
    const menu = pageOf('attachment_menu').replace(/<\/?(?:html|body|head)>/g, '')
    for (const kind of ['district_docket', 'bankruptcy_docket', 'history_report'] as const)
      assert.equal(await kindOf(pageOf(kind).replace('</body>', `${menu}</body>`)), kind)
  })

  for (const kind of ['district_docket', 'bankruptcy_docket', 'appellate_docket'] as const) {
    test(`ignores quoted text in an entry of a ${kind}`, async ({ assert }) => {
      const quotes = [
        'Claims Register',
        'Claims Activity Report',
        'Notice of Electronic Filing',
        'Document Selection Menu',
        'Written Opinions Report',
        'Select a Case',
        'Bankruptcy Petition #: 31-1',
        'CIVIL DOCKET FOR CASE #: 3:31-cv-1',
        'Accept Charges and Retrieve',
        '2 documents are attached to this filing',
        'There are no events docketed',
        'Docket #: 31-1',
        'Your requested case 31-1 does not have creditors',
        'A new docket entry',
        'Notice of Docket Activity',
      ]
      const quoted = quotes.map((text) => `<b>${text}</b><br>${text}<br>`)
      const page = pageOf(kind).replace(
        /(Summons issued|Receipt of filing fee|Fee paid)/,
        (text) => `${text} ${quoted.join(' ')}`
      )
      assert.notEqual(page, pageOf(kind))
      const parsed = await parseCourtPage(Buffer.from(page), 'inkd')
      assert.equal(parsed?.kind, kind)
    })
  }

  test('leaves other pages unrecognized', async ({ assert }) => {
    const others = [
      '',
      '{}',
      '[]',
      '{"count":1,"results":[]}',
      '<?xml version="1.0"?><feed><entry/></feed>',
      '<html><h2>Claims Register</h2><form><input name="case_num"></form>',
      '<html><title>CM/ECF LIVE</title><h3>Docket Report</h3><form><select name="sort1"></select></form>',
      '<html><h2>History/Documents Query</h2><form action="HistDocQry.pl?1"></form>',
      '<form name="GetPass"><input name="login"><input name="key"></form>',
      '<p>Docket Text</p><a href="/doc1/99917000021">1</a>',
      'Subject: Meeting\r\n\r\nCase Name: Quill\r\nSee you at noon.',
    ]
    for (const page of others) assert.isNull(await kindOf(page), page)
  })

  test('reads only a part of long pages', ({ assert }) => {
    let count = 0
    collectSigns(`<h1>Quill</h1>${'<p>pen</p>'.repeat(200_000)}<h1>Blot</h1>`, () => count++)
    assert.isBelow(count, 20_000)
    const places: string[] = []
    collectSigns(`${'<p>pen</p>'.repeat(200_000)}<h1>Blot</h1>`, (where, text) => {
      if (where === 'heading') places.push(text)
    })
    assert.deepEqual(places, ['blot'])
  })
})

test.group('signs of pages', () => {
  const signsOf = (source: string) => {
    const found: string[] = []
    collectSigns(source, (where, text) => {
      if (where !== 'element') found.push(`${where} ${text}`)
    })
    return found
  }
  const cases: [string, string, string][] = [
    ['in capitals', '<TH>DOCKET TEXT</TH>', 'text docket text'],
    ['with no-break spaces', '<td>Docket&nbsp;Text</td>', 'text docket text'],
    ['with line breaks', '<td>Docket<br>Text</td>', 'text docket text'],
    ['on two lines', '<td>Docket\n   Text </td>', 'text docket text'],
    ['split by inline elements', '<td><b>Docket</b> <i>Text</i></td>', 'text docket text'],
    ['with a colon', '<b>Date Filed:</b>', 'label date filed'],
    ['with a value', '<td>Date Filed: 01/02/2031</td>', 'label date filed'],
    ['with entities', '<th>Case Number &amp; Name</th>', 'text case number & name'],
    [
      'in a heading',
      '<h2>District of Ink<br>Claims Register</h2>',
      'heading district of ink claims register',
    ],
    ['in a title', '<title> Mobile Query </title>', 'title mobile query'],
    [
      'in a comment',
      '<!-- == NEW SECTION - Case Stub == -->',
      'comment == new section - case stub ==',
    ],
    ['as a program', '<a href="/cgi-bin/DktRpt.pl?77-L_1">', 'link dktrpt.pl?#'],
    ['as a folder', "<a href='https://ecf.inkd.uscourts.gov/doc1/999'>", 'link doc1'],
    [
      'as a servlet',
      '<a href=TransportRoom?servlet=CaseSummary.jsp&x=1>',
      'link servlet=casesummary.jsp',
    ],
    ['as a host', '<a href="https://file.court.example/x">', 'link file.court.example'],
    ['as a form', '<form method="post" name=bnc>', 'form bnc'],
    ['as an input', '<INPUT TYPE="hidden" NAME="data" VALUE="x">', 'input data'],
    ['as a button', '<input type="submit" value="View Document">', 'text view document'],
    ['as an ID', '<div class="x" ID=docketinfo>', 'id docketinfo'],
    ['as a case number', '<b>3:31-cv-00021-AB</b>', 'number case'],
    ['with tildes', '<td>~~~Date~~~</td>', 'text ~date~'],
  ]
  for (const [title, source, sign] of cases) {
    test(`are found ${title}`, ({ assert }) => assert.include(signsOf(source), sign))
  }

  test('are not found in scripts, styles, and prose', ({ assert }) => {
    assert.deepEqual(
      signsOf(
        `<script>var x = '<b>Docket Text</b>'</script><style>b {}</style><p>${'Docket Text '.repeat(30)}</p>`
      ),
      []
    )
  })

  test('end with unclosed markup', ({ assert }) => {
    for (const source of [
      '<',
      '<!--',
      '<script>',
      '<a href="',
      '<b',
      'x<',
      '<a href=x',
      '<style>b',
    ])
      assert.isArray(signsOf(source))
  })
})
