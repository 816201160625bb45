/**
 * Feeds of searches, dockets, and courts, compared with the requirements of RFC 4287.
 */
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import type { Element } from 'domhandler'
import { getElementsByTagName, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { renderAtomFeed, stableId } from '#app/web/feeds/atom'
import { withLimits } from '#tests/helpers/accounts'
import { CLIENTS, loadClient, NO_CLIENTS } from '#tests/helpers/client_packages'
import { makeDocket } from '#tests/helpers/own_docket'
import { searchReady } from '#tests/helpers/search_indexes'

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const SERVER = 'http://archive.example'

interface Entry {
  id: string
  title: string
  updated: string
  link: string
  summary: string
}

/** Reads a feed and checks the elements that the RFC requires. */
function readFeed(assert: Assert, text: string): { id: string; title: string; entries: Entry[] } {
  assertWellFormed(assert, text)
  const document = parseDocument(text, { xmlMode: true })
  const [feed] = getElementsByTagName('feed', document.children, false)
  assert.equal(feed!.attribs.xmlns, 'http://www.w3.org/2005/Atom')
  const one = (parent: Element, name: string) => {
    const found = parent.children.filter((child) => (child as Element).name === name)
    assert.lengthOf(found, 1, name)
    return found[0] as Element
  }
  const links = (parent: Element, rel: string) =>
    parent.children.filter(
      (child) => (child as Element).name === 'link' && (child as Element).attribs.rel === rel
    ) as Element[]
  // 4.1.1: exactly one ID, title, and date; an author, because entries have none; a link to itself.
  assert.isNotEmpty(textContent(one(one(feed!, 'author'), 'name')))
  assert.lengthOf(links(feed!, 'self'), 1)
  assert.lengthOf(links(feed!, 'alternate'), 1)
  const identified = (parent: Element) => {
    const [id, title, updated] = ['id', 'title', 'updated'].map((name) =>
      textContent(one(parent, name))
    ) as [string, string, string]
    assert.match(id, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    assert.match(updated, DATE)
    return { id, title, updated }
  }
  const entries = getElementsByTagName('entry', feed!.children, false).map((entry) => {
    // 4.1.2: an entry without content has exactly one alternate link of each type.
    const [alternate, ...others] = links(entry, 'alternate')
    assert.isEmpty(others)
    const [published] = getElementsByTagName('published', entry)
    if (published) assert.match(textContent(published), DATE)
    assert.doesNotThrow(() => new URL(alternate!.attribs.href!))
    return {
      ...identified(entry),
      link: alternate!.attribs.href!,
      summary: textContent(getElementsByTagName('summary', entry)),
    }
  })
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length)
  assert.isAtMost(entries.length, 50)
  return { ...identified(feed!), entries }
}

/** Tags are balanced, and no character is unescaped. */
function assertWellFormed(assert: Assert, text: string): void {
  assert.match(text, /^<\?xml version="1\.0" encoding="utf-8"\?>/)
  const open: string[] = []
  const rest = text
    .slice(text.indexOf('?>') + 2)
    .replace(/<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g, (_, end, name, _values, empty) => {
      if (end) assert.equal(open.pop(), name)
      else if (!empty) open.push(name)
      return ''
    })
  assert.isEmpty(open)
  assert.notMatch(rest, /[<>]|&(?!amp;|lt;|gt;|quot;)/)
  // eslint-disable-next-line no-control-regex -- characters that XML 1.0 doesn't allow
  assert.notMatch(text, /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/)
}

test.group('feeds', (group) => {
  group.setup(searchReady)

  test('{$self} is a valid feed')
    .with([
      '/feed/search/?q=court',
      '/feed/search/?type=o&court=scotus',
      '/feed/search/?type=r&q=the',
      '/feed/search/?type=rd&q=the',
      '/feed/search/?type=oa',
      '/feed/search/?type=p',
      '/feed/search/',
      '/feed/search/?q=zzzzzzzz',
      '/feed/court/scotus/',
      '/feed/court/all/',
      '/feed/docket/2001/',
    ])
    .run(async ({ client, assert }, path) => {
      const response = await client.get(path)
      response.assertStatus(200)
      assert.equal(response.header('content-type'), 'application/atom+xml; charset=utf-8')
      const { entries } = readFeed(assert, response.text())
      if (path.includes('zzz')) assert.isEmpty(entries)
      else assert.isNotEmpty(entries)
      for (const { link, title } of entries) {
        assert.notEqual(title, 'Untitled')
        assert.match(new URL(link).pathname, /^\/(opinion|docket|audio|person)\//)
      }
    })

  test('a search lists its newest results first, whatever order is requested', async ({
    client,
    assert,
  }) => {
    const [plain, ordered] = await Promise.all(
      ['', '&order_by=score+desc'].map(async (order) =>
        readFeed(assert, (await client.get(`/feed/search/?q=court${order}`)).text())
      )
    )
    assert.deepEqual(ordered, plain)
    const { results } = (
      await client.get('/api/rest/v4/search/').qs({ q: 'court', order_by: 'dateFiled desc' })
    ).body()
    assert.isTrue(plain!.entries[0]!.title.startsWith(results[0].caseName))
  })

  test('a new docket entry is first, and IDs are stable', async ({ client, assert, cleanup }) => {
    const docket = await makeDocket()
    cleanup(() => docket.remove())
    const path = `/feed/docket/${docket.id}/`
    const read = async (query: string) =>
      readFeed(assert, (await client.get(`${path}?${query}`)).text())
    const empty = await read('a=0')
    assert.isEmpty(empty.entries)
    await docket.addEntry('COMPLAINT <script>alert(1)</script> & "more"\u0001')
    const first = await read('a=1')
    assert.include(first.entries[0]!.summary, '&lt;script&gt;alert(1)&lt;/script&gt; &amp;')
    assert.equal(first.title, 'Ash <b> v. Beech & Sons, 1:26-cv-00077')
    await docket.addEntry('ANSWER')
    const second = await read('a=2')
    assert.lengthOf(second.entries, 2)
    assert.include(second.entries[0]!.summary, 'ANSWER')
    assert.equal(second.entries[1]!.id, first.entries[0]!.id)
    assert.equal(second.id, empty.id)
  })

  test('the feed of all courts has the newest decisions of the archive', async ({
    client,
    assert,
  }) => {
    const { id, title, entries } = readFeed(assert, (await client.get('/feed/court/all/')).text())
    assert.equal(title, 'Decisions of all courts')
    const { results } = (
      await client.get('/api/rest/v4/clusters/').qs({ order_by: '-date_filed,-id', page_size: 50 })
    ).body()
    assert.deepEqual(
      entries.slice(0, results.length).map(({ link }) => new URL(link).pathname),
      results.map(({ absolute_url: path }: { absolute_url: string }) => path).slice(0, 50)
    )
    const ofCourt = readFeed(assert, (await client.get('/feed/court/scotus/')).text())
    assert.notEqual(ofCourt.id, id)
    const shared = ofCourt.entries.filter((entry) => entries.some((each) => each.id === entry.id))
    assert.isNotEmpty(shared)
    assert.include((await client.get('/courts/')).text(), 'href="/feed/court/all/">')
  })

  test('{$self}: feed readers of other projects read all entries')
    .with([
      '/feed/court/all/',
      '/feed/court/scotus/',
      '/feed/search/?q=court',
      '/feed/docket/2001/',
    ])
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ client, assert }, path) => {
      const text = (await client.get(path)).text()
      const { id, title, entries } = readFeed(assert, text)
      const { parseAtomFeed } = await loadClient('feedsmith')
      const feed = parseAtomFeed(text)
      assert.equal(feed.id, id)
      assert.equal(feed.title.value ?? feed.title, title)
      const { default: Parser } = await loadClient('rss-parser')
      const read = await new Parser().parseString(text)
      assert.equal(new URL(read.feedUrl).pathname, path.split('?')[0])
      assert.deepEqual(
        read.items.map(({ id: about, title: name, link }: Entry) => [about, name, link]),
        entries.map((entry) => [entry.id, entry.title, entry.link])
      )
      assert.deepEqual(
        feed.entries.map((entry: Entry) => [entry.id, entry.updated]),
        entries.map((entry) => [entry.id, entry.updated])
      )
    })

  test('a conditional request for an unchanged feed returns 304', async ({ client, assert }) => {
    const path = '/feed/court/scotus/'
    const response = await client.get(path)
    assert.equal(response.header('cache-control'), 'no-cache')
    const etag = response.header('etag')!
    const again = await client.get(path).header('if-none-match', `"other", ${etag}`)
    again.assertStatus(304)
    assert.equal(again.text(), '')
    ;(await client.get(path).header('if-none-match', '"other"')).assertStatus(200)
  })

  test('limits of anonymous callers apply, even to cached feeds', async ({ client }) => {
    await withLimits(async () => {
      const ask = () => client.get('/feed/court/scotus/').header('x-forwarded-for', '192.0.2.90')
      let status = 200
      for (let asked = 0; asked < 8 && status === 200; asked++) status = (await ask()).status()
      if (status !== 429) throw new Error(`the last answer was ${status}`)
    })
  })

  test('{0} is {1}')
    .with([
      ['/feed/court/nowhere/', 404],
      ['/feed/court/ALL/', 404],
      ['/feed/docket/999999999/', 404],
      ['/feed/docket/abc/', 404],
      ['/feed/search/?q="open', 400],
      ['/feed/search/?type=zz', 400],
    ] as [string, number][])
    .run(async ({ client }, [path, status]) => {
      ;(await client.get(path)).assertStatus(status)
    })

  test('pages announce their feeds', async ({ client, assert }) => {
    const docket = await client.get('/docket/2001/')
    assert.match(
      docket.text(),
      /<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="\/feed\/docket\/2001\/">/
    )
    assert.include(
      docket.header('link')!,
      '</feed/docket/2001/>; rel="alternate"; type="application/atom+xml"'
    )
    assert.include((await client.get('/court/scotus/')).text(), 'href="/feed/court/scotus/">')
    const search = await client.get('/search/').qs({ q: 'miranda', order_by: 'score desc' })
    assert.include(search.text(), 'href="/feed/search/?q=miranda">')
    assert.notInclude((await client.get('/docs/')).text(), 'application/atom+xml')
  })
})

test.group('Atom', () => {
  test('hostile text is escaped and truncated', ({ assert }) => {
    const hostile = `]]><script>alert('x')</script>&amp;\u0000\u0008\uFFFE"`
    const entries = Array.from({ length: 60 }, (_, n) => ({
      about: `records/${n}`,
      title: hostile,
      path: `/opinion/${n}/"><b>/`,
      updated: n ? '2026-01-02T03:04:05.123456+00:00' : 'not a date',
      summary: hostile,
    }))
    const feed = { about: 'x', title: hostile, page: '/search/?q="<', entries }
    const read = readFeed(assert, renderAtomFeed(feed, SERVER, '/feed/search/?q="<'))
    assert.lengthOf(read.entries, 50)
    assert.equal(read.title, `]]><script>alert('x')</script>&amp;"`)
    assert.equal(read.entries[0]!.updated, '1970-01-01T00:00:00Z')
    assert.equal(read.entries[1]!.updated, '2026-01-02T03:04:05Z')
  })

  test('IDs depend only on the record', ({ assert }) => {
    assert.equal(stableId('clusters/1'), stableId('clusters/1'))
    assert.notEqual(stableId('clusters/1'), stableId('clusters/2'))
    const feed = { about: 'court/x', title: 'x', page: '/', entries: [] }
    const idOf = (text: string) => /<id>(.*?)<\/id>/.exec(text)![1]
    assert.equal(
      idOf(renderAtomFeed(feed, SERVER, '/a')),
      idOf(renderAtomFeed(feed, 'https://b.example', '/c'))
    )
  })
})
