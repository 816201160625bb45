/** Podcasts conform to RSS 2.0 and the requirements of players. */
import { test } from '@japa/runner'
import type { Element } from 'domhandler'
import { getElementsByTagName, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { formatOwner } from '#app/web/feeds/podcast'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { CLIENTS, loadClient, NO_CLIENTS } from '#tests/helpers/client_packages'
import { searchReady } from '#tests/helpers/search_indexes'

function itemsOf(text: string) {
  const document = parseDocument(text, { xmlMode: true })
  const [channel] = getElementsByTagName('channel', document.children)
  const one = (parent: Element, name: string) =>
    textContent(getElementsByTagName(name, parent.children, false).slice(0, 1))
  return {
    title: one(channel!, 'title'),
    link: one(channel!, 'link'),
    items: getElementsByTagName('item', channel!).map((item) => ({
      title: one(item, 'title'),
      link: one(item, 'link'),
      guid: one(item, 'guid'),
      published: one(item, 'pubDate'),
      description: one(item, 'description'),
      seconds: one(item, 'itunes:duration'),
      enclosure: getElementsByTagName('enclosure', item)[0]!.attribs,
    })),
  }
}

const PODCASTS = [
  '/feed/podcast/',
  '/feed/podcast/scotus/',
  '/podcast/search/',
  '/podcast/search/?q=riley',
  '/podcast/search/?q=court:scotus&type=o&order_by=score+desc',
  '/podcast/court/scotus/',
  '/podcast/court/all/',
]

const RILEY = 'Riley v. California [sample archive: a summary]'

test.group('podcasts', (group) => {
  group.setup(searchReady)

  test('list the latest recordings of all courts, with playable files', async ({
    client,
    assert,
  }) => {
    const response = await client.get('/feed/podcast/')
    response.assertStatus(200)
    response.assertHeader('content-type', 'application/rss+xml; charset=utf-8')
    const { title, items } = itemsOf(response.text())
    assert.equal(title, 'Oral arguments')
    assert.isAbove(items.length, 1)
    assert.equal(new Set(items.map(({ guid }) => guid)).size, items.length)
    const riley = items.find((item) => item.link.includes('/audio/901/'))!
    assert.equal(riley.title, RILEY)
    assert.match(riley.description, /^No\. 13-132\. Argued [A-Z]\w+ \d+, 20\d\d/)
    assert.equal(new Date(riley.published).toUTCString(), riley.published)
    assert.match(riley.seconds, /^\d+$/)
    assert.match(riley.guid, /^urn:uuid:/)
    const file = await client.get(new URL(riley.enclosure.url!).pathname)
    file.assertStatus(200)
    file.assertHeader('content-type', 'audio/mpeg')
    const length = String(file.header('content-length'))
    assert.include(riley.enclosure, { type: 'audio/mpeg', length })
    const page = await client.get(new URL(riley.link).pathname)
    page.assertStatus(200)
  })

  test('are linked from the page of a court that has recordings', async ({ client, assert }) => {
    const path = '/feed/podcast/scotus/'
    const link = `<a href="${path}" rel="nofollow">Podcast of oral arguments</a>`
    assert.include((await client.get('/court/scotus/supreme-court/')).text(), link)
    const other = (await client.get('/court/ca2/x/')).text()
    assert.notInclude(other, 'Podcast')
    const { title, items } = itemsOf((await client.get(path)).text())
    assert.equal(title, 'Oral arguments of Supreme Court of the United States')
    assert.isNotEmpty(items)
    assert.isEmpty(itemsOf((await client.get('/feed/podcast/ca2/')).text()).items)
    ;(await client.get('/feed/podcast/nowhere/')).assertStatus(404)
  })

  test('return 304 if unchanged', async ({ client }) => {
    const first = await client.get('/feed/podcast/')
    const again = await client.get('/feed/podcast/').header('if-none-match', first.header('etag')!)
    again.assertStatus(304)
  })
})

test.group('podcasts of searches', (group) => {
  group.setup(searchReady)

  const titlesOf = (text: string) => itemsOf(text).items.map(({ title }) => title)

  test('list the newest recordings that match, with the parameters of a search', async ({
    client,
    assert,
  }) => {
    const titles = async (query: string) => {
      const response = await client.get(`/podcast/search/${query}`)
      response.assertStatus(200)
      return titlesOf(response.text())
    }
    const all = await titles('')
    assert.deepEqual(all, titlesOf((await client.get('/feed/podcast/')).text()))
    assert.isAbove(all.length, 1)
    assert.deepEqual(await titles('?q=riley'), [RILEY])
    for (const query of [
      '?q=&type=oa&court=scotus',
      '?type=o&court=scotus',
      '?order_by=dateArgued+asc',
      '?page=7&cursor=x&format=csv&highlight=on',
      '?argued_after=2014-01-01',
      '?unknown=1',
    ])
      assert.deepEqual(await titles(query), all, query)
    assert.deepEqual(await titles('?court=ca2'), [])
    assert.deepEqual(await titles('?argued_before=2016-01-01'), [RILEY])
    assert.deepEqual(await titles('?q=zzzzzzzz'), [])
    const { title, link } = itemsOf((await client.get('/podcast/search/?q=riley')).text())
    assert.equal(title, 'riley – Oral arguments')
    const page = await client.get(link.replace(/^https?:\/\/[^/]+/, ''))
    assert.include(page.text(), '/audio/901/')
  })

  test('reject invalid searches and credentials, and count toward limits', async ({
    client,
    assert,
  }) => {
    ;(await client.get('/podcast/search/?q=%22open')).assertStatus(400)
    ;(await client.get('/podcast/search/?argued_after=x')).assertStatus(400)
    ;(await client.get('/podcast/search/').header('authorization', 'Token x')).assertStatus(401)
    const { authorization } = await makeAccount()
    const hostile = await client
      .get('/podcast/search/')
      .qs({ q: '"<b>&\u0007"' })
      .header('authorization', authorization)
    hostile.assertStatus(200)
    assert.equal(itemsOf(hostile.text()).title, '"<b>&" – Oral arguments')
    await withLimits(async () => {
      const response = await client.get('/podcast/search/').header('authorization', authorization)
      assert.isDefined(response.header('ratelimit'))
    })
  })
})

test.group('podcasts in directories', (group) => {
  group.setup(searchReady)

  test('{$self}: have a cover of the required size and an owner')
    .with(PODCASTS)
    .run(async ({ client, assert }, path) => {
      const text = (await client.get(path)).text()
      const document = parseDocument(text, { xmlMode: true })
      const [channel] = getElementsByTagName('channel', document.children)
      const child = (name: string) => {
        const found = getElementsByTagName(name, channel!.children, false)
        assert.lengthOf(found, 1, name)
        return found[0]!
      }
      const [owner] = [child('itunes:owner')]
      assert.isNotEmpty(textContent(getElementsByTagName('itunes:name', owner)))
      assert.match(textContent(getElementsByTagName('itunes:email', owner)), /^[^\s@]+@[^\s@]+$/)
      assert.oneOf(textContent(child('itunes:explicit')), ['true', 'false'])
      assert.isNotEmpty(child('itunes:category').attribs.text)
      const url = new URL(child('itunes:image').attribs.href!)
      assert.match(url.pathname, /\.(png|jpg)$/)
      const response = await fetch(url, { headers: { 'accept-encoding': 'gzip, br' } })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'image/png')
      assert.isNull(response.headers.get('content-encoding'))
      const image = Buffer.from(await response.arrayBuffer())
      assert.equal(image.subarray(1, 4).toString(), 'PNG')
      const [width, height, color] = [16, 20, 25].map((at) =>
        at === 25 ? image[at] : image.readUInt32BE(at)
      )
      assert.equal(width, height)
      assert.isAtLeast(width!, 1400)
      assert.isAtMost(width!, 3000)
      // RGB without transparency.
      assert.equal(color, 2)
      assert.equal((await fetch(url, { method: 'HEAD' })).status, 200)
    })

  test('the owner of {0} is {1}')
    .with([
      ['Library <library@example.org>', 'Library', 'library@example.org'],
      ['"Smith & Sons" <a@example.org>', 'Smith &amp; Sons', 'a@example.org'],
      ['library@example.org', 'Curia', 'library@example.org'],
      ['<library@example.org>', 'Curia', 'library@example.org'],
      [' Law  Library<a+b@example.org> ', 'Law  Library', 'a+b@example.org'],
      ['Ünïcode <a@example.org>', 'Ünïcode', 'a@example.org'],
    ] as const)
    .run(({ assert }, [sender, name, email]) => {
      assert.deepEqual(formatOwner(sender), [
        `<itunes:author>${name}</itunes:author>`,
        '<itunes:owner>',
        `<itunes:name>${name}</itunes:name>`,
        `<itunes:email>${email}</itunes:email>`,
        '</itunes:owner>',
      ])
    })

  test('a sender without an address has no owner element', ({ assert }) => {
    assert.deepEqual(formatOwner('nobody'), ['<itunes:author>Curia</itunes:author>'])
  })

  test('{$self}: parsers of other projects read all elements')
    .with(PODCASTS)
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ client, assert }, path) => {
      const text = (await client.get(path)).text()
      const { title, items } = itemsOf(text)
      const { default: partytime } = await loadClient('podcast-partytime')
      const podcast = (partytime.default ?? partytime).parseFeed(text)
      assert.containsSubset(podcast, { title, author: 'Curia', explicit: false })
      assert.equal(podcast.owner.name, 'Curia')
      assert.match(podcast.itunesImage, /\.png$/)
      assert.deepEqual(podcast.itunesCategory, ['Government'])
      const { parseRssFeed } = await loadClient('feedsmith')
      const feed = parseRssFeed(text)
      assert.equal(feed.itunes.image, podcast.itunesImage)
      assert.deepEqual(feed.itunes.owner, podcast.owner)
      const { default: Parser } = await loadClient('rss-parser')
      const read = await new Parser().parseString(text)
      for (const [at, item] of items.entries()) {
        const { url, length, type } = item.enclosure
        const enclosure = { url, length: Number(length), type }
        assert.containsSubset(podcast.items[at], { title: item.title, guid: item.guid, enclosure })
        assert.equal(podcast.items[at].duration, Number(item.seconds))
        assert.containsSubset(feed.items[at], { title: item.title, enclosures: [enclosure] })
        assert.containsSubset(read.items[at], { title: item.title, guid: item.guid })
        assert.equal(new Date(read.items[at].isoDate).toUTCString(), item.published)
      }
      assert.lengthOf(podcast.items, items.length)
    })
})
