/** Links from a record to the search that found it, and to the previous and next result. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { SearchServices } from '#plugins/search/services'
import { withLimits } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { Visitor } from '#tests/helpers/visitor'

/** More than one page of results, exactly one page, and other kinds of records. */
const SEARCHES = [
  'q=court&order_by=dateFiled+asc',
  'q=equal+protection&stat_all=on',
  'q=motion&type=d',
  'q=&type=oa',
  'q=john&type=p&order_by=name_reverse+asc',
]

const INVALID = [
  'q="miranda',
  'q=casname:x',
  'q=miranda&cursor=abc',
  'q=miranda&order_by=nosuch',
  'q=miranda&type=nosuch',
  'q=miranda&court=nosuch',
  'q=miranda&filed_after=soon',
  'q=mi\0randa',
  'q=%E0%A4%A',
  `q=${'miranda '.repeat(400)}`,
  '//example.com/',
  'https://example.com/?q=miranda',
  'javascript:alert(1)',
  '"><script>alert(1)</script>',
].map((search) => ({ name: search.slice(0, 40), search }))

/** Pages of results to read. */
const MAX_PAGES = 3

interface Links {
  back?: string
  previous?: string
  next?: string
  position?: string
}

test.group('neighbors of a result', (group) => {
  group.setup(searchReady)

  test('lead through all results and back: {$self}')
    .with(SEARCHES)
    .run(async ({ assert }, search) => {
      const visitor = new Visitor()
      const { pages, count } = await readPages(visitor, search)
      const paths = pages.flatMap(({ results }) => results)
      assert.isAbove(paths.length, 2)
      let at: string | undefined = paths[0]
      for (const [place, path] of paths.entries()) {
        assert.equal(withoutCursor(at!), withoutCursor(path))
        const { links, html } = await openResult(visitor, at!)
        assert.equal(links.position, place < count ? `${place + 1} of ${count}` : undefined)
        assert.equal(links.previous === undefined, place === 0)
        const results = listResults((await visitor.get(links.back!)).text)
        assert.include(results.map(withoutCursor), withoutCursor(path))
        assert.include(html, `rel="canonical" href="${visitor.base}${path.split('?')[0]}"`)
        if (place > 0) {
          const before = await follow(visitor, links.previous!)
          assert.equal(withoutCursor(before), withoutCursor(paths[place - 1]!))
        }
        at = links.next && (await follow(visitor, links.next))
      }
      const isRead = pages.length < MAX_PAGES
      if (isRead) assert.isUndefined(at)
      else assert.isDefined(at)
    })

  test('a child of a result has the neighbors of the result', async ({ assert }) => {
    const visitor = new Visitor()
    const { text } = await visitor.get('/search/?type=r&q=motion')
    const [, document] = /href="(\/docket\/\d+\/[\w-]+\/[^"]*\?search=[^"]*)"/.exec(
      text.split('<ul class="children">')[1]!
    )!
    const { links } = await openResult(visitor, decoded(document!))
    assert.match(links.position!, /^\d+ of \d+$/)
    assert.equal(links.back, '/search/?q=motion&type=r')
  })

  test('filters, order, and pages of a docket keep the neighbors', async ({ assert }) => {
    const visitor = new Visitor()
    const { text } = await visitor.get('/search/?type=r&q=motion')
    const [, docket] = /href="(\/docket\/\d+\/[\w-]+\/\?search=[^"]*)"/.exec(text)!
    const { text: page } = await visitor.get(decoded(docket!))
    const [, form] = /<form method="get" action="#entries"([^]*?)<\/form>/.exec(page)!
    const [, search] = /<input type="hidden" name="search" value="([^"]*)"/.exec(form!)!
    const filtered = new URLSearchParams({ q: 'motion', search: decoded(search!) })
    const [, sort] = /href="(\?[^"]*order_by=desc[^"]*)#entries"/.exec(page)!
    const base = decoded(docket!).split('?')[0]!
    for (const query of [
      `?${filtered}`,
      decoded(sort!),
      '?q=nothing&search=q%3Dmotion%26type%3Dr',
    ]) {
      const { text: shown } = await visitor.get(base + query)
      assert.include(shown, 'class="neighbors"', query)
    }
    const { text: narrowed } = await visitor.get(`${base}?${filtered}`)
    const [, clear] = /<a href="([^"]*)">Clear filters/.exec(narrowed)!
    assert.include((await visitor.get(decoded(clear!))).text, 'class="neighbors"')
  })

  test('other pages and other searches have none', async ({ assert }) => {
    const visitor = new Visitor()
    const { pages } = await readPages(visitor, 'q=miranda')
    const path = pages[0]!.results[0]!.split('?')[0]!
    const plain = await visitor.get(path)
    assert.notInclude(plain.text, 'class="neighbors"')
    assert.isNull(plain.headers.get('x-robots-tag'))
    const found = await visitor.get(`${path}?${new URLSearchParams({ search: 'q=miranda' })}`)
    assert.include(found.text, 'class="neighbors"')
    assert.equal(found.headers.get('x-robots-tag'), 'noindex')
    for (const search of ['q=zzqqxxvv', 'type=p&q=a', 'q=miranda&filed_after=2020'])
      assert.notInclude(
        (await visitor.get(`${path}?${new URLSearchParams({ search })}`)).text,
        'class="neighbors"'
      )
    for (const other of ['/feed/search/?q=miranda', '/api/rest/v4/search/?q=miranda'])
      assert.notInclude((await visitor.get(other)).text, 'search=q')
  })

  test('invalid searches show the record without links: {name}')
    .with(INVALID)
    .run(async ({ assert }, { search }) => {
      const visitor = new Visitor()
      const { pages } = await readPages(visitor, 'q=miranda')
      const path = pages[0]!.results[0]!.split('?')[0]!
      const given = new URLSearchParams({ search })
      const { status, text } = await visitor.get(`${path}?${given}`)
      assert.equal(status, 200)
      for (const target of text.matchAll(/<nav class="neighbors"[^]*?<\/nav>/g))
        for (const [, href] of target[0].matchAll(/href="([^"]*)"/g))
          assert.match(href!, /^\/(search|opinion)\//)
      assert.notInclude(text, '<script>alert')
      const twice = await visitor.get(`${path}?${given}&${given}`)
      assert.equal(twice.status, 200)
    })

  test('redirects of the search page only open its own results', async ({ assert }) => {
    const visitor = new Visitor()
    for (const open of ['first', 'last', 'https://example.com/', '']) {
      const { location } = await visitor.get(
        `/search/?${new URLSearchParams({ q: 'court', open })}`
      )
      const { pages } = await readPages(visitor, 'q=court')
      assert.equal(location, pages[0]!.results.at(open === 'last' ? -1 : 0))
    }
    const empty = await visitor.get('/search/?q=zzqqxxvv&open=first')
    assert.equal(empty.status, 200)
    assert.include(empty.text, 'No results')
  })

  test('the way back keeps expanded filters and shows all results of a citation', async ({
    assert,
  }) => {
    const visitor = new Visitor()
    for (const search of [
      'q=347+U.S.+483&straight=off',
      'q=miranda&filters=open',
      'q=&court=scotus&filed_after=1950',
    ]) {
      const { text } = await visitor.get(`/search/?${search}`)
      const { links } = await openResult(visitor, listResults(text)[0]!)
      const back = await visitor.get(links.back!)
      assert.equal(back.status, 200, search)
      assert.deepEqual(listResults(back.text), listResults(text))
      assert.equal(back.text.includes('<details open'), search.includes('filters=open'))
    }
  })

  test('results of long searches have plain links', async ({ assert }) => {
    const visitor = new Visitor()
    const q = `miranda ${'NOT zzzqqq '.repeat(250)}`
    const long = await visitor.get(`/search/?${new URLSearchParams({ q })}`)
    assert.equal(long.status, 200)
    assert.isNotEmpty(listResults(long.text))
    for (const path of listResults(long.text)) assert.notInclude(path, '?')
  })

  test('a page of a record runs at most one search, and none after the search page', async ({
    assert,
    cleanup,
  }) => {
    const services = await app.container.make(SearchServices)
    const { service } = services
    let searches = 0
    service.page = function (this: typeof service, ...given) {
      searches += 1
      return Object.getPrototypeOf(service).page.apply(this, given)
    }
    cleanup(() => {
      delete (service as { page?: unknown }).page
    })
    const visitor = new Visitor()
    const { pages } = await readPages(visitor, 'q=liberty&order_by=dateFiled+desc')
    const { results } = pages[0]!
    searches = 0
    for (const path of results) await openResult(visitor, path)
    assert.equal(searches, 0)
    services.pages.forget('opinions')
    await openResult(visitor, results.at(-1)!)
    assert.equal(searches, 1)
    await openResult(visitor, results[0]!)
    assert.equal(searches, 1)
  })

  test('searches of records count in the limit of the search page', async ({ assert }) => {
    const visitor = new Visitor()
    const { pages } = await readPages(visitor, 'q=miranda')
    const path = pages[0]!.results[0]!
    const plain = path.split('?')[0]!
    await withLimits(async () => {
      let shown = 0
      for (let place = 0; place < 65; place++) {
        const search = `q=miranda&cited_lt=${100_000_000 + place}&stat_all=on`
        const { status, text } = await visitor.get(`${plain}?${new URLSearchParams({ search })}`)
        assert.equal(status, 200)
        if (text.includes('class="neighbors"')) shown += 1
      }
      assert.isAtLeast(shown, 1)
      assert.isAtMost(shown, 60)
      // A cached page of results isn't a search.
      assert.include((await visitor.get(path)).text, 'class="neighbors"')
      const refused = await visitor.get('/search/?q=miranda')
      assert.equal(refused.status, 429)
    })
  })
})

/** Reads the first pages of a search. */
async function readPages(visitor: Visitor, search: string) {
  const pages: { results: string[] }[] = []
  let count = 0
  let path: string | undefined = `/search/?${search}`
  while (path && pages.length < MAX_PAGES) {
    const { text } = await visitor.get(path)
    count = Number(/role="status">\s*([\d,]+) results?\./.exec(text)?.[1]?.replaceAll(',', ''))
    pages.push({ results: listResults(text) })
    const next = /href="([^"]*)" rel="next"/.exec(text)?.[1]
    path = next && decoded(next)
  }
  return { pages, count }
}

function listResults(html: string): string[] {
  return Array.from(html.matchAll(/<h2><a href="([^"]*)"/g), ([, href]) => decoded(href!))
}

async function openResult(visitor: Visitor, path: string): Promise<{ links: Links; html: string }> {
  const { status, text } = await visitor.get(path)
  if (status !== 200) throw new Error(`${path}: ${status}`)
  const nav = /<nav class="neighbors"[^]*?<\/nav>/.exec(text)?.[0] ?? ''
  const link = (label: string) => {
    const href = Array.from(nav.matchAll(/<a href="([^"]*)"[^>]*>([^]*?)<\/a>/g)).find(
      ([, , content]) => content!.replaceAll(/<span.*?<\/span>/g, '') === label
    )?.[1]
    return href && decoded(href)
  }
  return {
    html: text,
    links: {
      back: link('Back to results'),
      previous: link('Previous result'),
      next: link('Next result'),
      position: /<span>([^<]*)<\/span>/.exec(nav)?.[1],
    },
  }
}

/** The page of a result that a link opens, directly or by a redirect. */
async function follow(visitor: Visitor, path: string): Promise<string> {
  if (!path.startsWith('/search/')) return path
  const { location } = await visitor.get(path)
  return location!
}

/** Pages have several cursors: after their previous page, and before their next page. */
function withoutCursor(path: string): string {
  const [plain, query] = path.split('?')
  const search = new URLSearchParams(new URLSearchParams(query).get('search') ?? '')
  search.delete('cursor')
  return `${plain}?${search}`
}

const decoded = (html: string) => html.replaceAll('&amp;', '&')
