/** Podcasts conform to RSS 2.0 and the requirements of players. */
import { test } from '@japa/runner'
import type { Element } from 'domhandler'
import { getElementsByTagName, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'

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

test.group('podcasts', () => {
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
    assert.equal(riley.title, 'Riley v. California')
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
