/**
 * Follows the links of the site as a visitor would: none is dead, fragments have targets, pages
 * have descriptions, and nothing has an inline style, which the content security policy blocks.
 */
import { test } from '@japa/runner'
import { htmlText } from '#app/search_engine/analysis/html_text'
import { searchReady } from '#tests/helpers/search_indexes'

const START = ['/', '/docs/', '/docs/api/', '/courts/', '/search/?q=contract', '/sign-in/']
/** Pages of each kind that are read; of the documentation, all are. */
const MAX_OF_KIND = 4
/** Data, downloads, and pages that the tutorial's plugin would have. */
const LEFT_OUT = /^\/(api|courtlistener|storage|feed|podcast|admin\/statutes)(\/|$)|\.(zip|csv|md)$/
/** Times in recordings, which the player handles. */
const MEDIA_TIME = /^t=\d+$/

interface Page {
  html: string
  ids: ReadonlySet<string>
}

const kindOf = (path: string) =>
  path.replace(/\?.*/, '?').replaceAll(/\/[^/?]*\d[^/?]*|(?<=\/\d+\/)[^/?]+/g, '/#')

test.group('links of the site', (group) => {
  const pages = new Map<string, Page>()
  const dead: string[] = []
  const fragments: [page: string, target: string, fragment: string][] = []

  group.setup(searchReady)
  group.setup(async () => {
    const origin = `http://${process.env.HOST}:${process.env.PORT}`
    const queue: [path: string, from: string][] = START.map((path) => [path, 'the start'])
    const asked = new Set<string>()
    const ofKind = new Map<string, number>()
    for (const [path, from] of queue) {
      if (asked.has(path)) continue
      const count = ofKind.get(kindOf(path)) ?? 0
      if (!path.startsWith('/docs') && count >= MAX_OF_KIND) continue
      ofKind.set(kindOf(path), count + 1)
      asked.add(path)
      const response = await fetch(origin + path, { headers: { accept: 'text/html' } })
      const html = await response.text()
      if (response.status >= 400) dead.push(`${path} (${response.status}) on ${from}`)
      if (!response.ok || !response.headers.get('content-type')?.includes('html')) continue
      pages.set(path, {
        html,
        ids: new Set(Array.from(html.matchAll(/\bid="([^"]+)"/g), ([, id]) => id!)),
      })
      for (const [, href] of html.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)) {
        const url = new URL(htmlText(href!), origin + path)
        if (url.origin !== origin || LEFT_OUT.test(url.pathname)) continue
        const target = url.pathname + url.search
        if (url.hash.length > 1)
          fragments.push([path, target, decodeURIComponent(url.hash.slice(1))])
        queue.push([target, path])
      }
    }
  })

  test('none is dead', ({ assert }) => {
    assert.isAbove(pages.size, 150)
    assert.deepEqual(dead, [])
  })

  test('fragments have targets', ({ assert }) => {
    const missing = fragments.filter(
      ([, target, fragment]) =>
        pages.has(target) && !pages.get(target)!.ids.has(fragment) && !MEDIA_TIME.test(fragment)
    )
    assert.isAbove(fragments.length, 300)
    assert.deepEqual([...new Set(missing.map((each) => each.join(' → ')))], [])
  })

  test('no page has an inline style', ({ assert }) => {
    const styled = [...pages].filter(([, { html }]) => /<[a-z][^>]*\sstyle\s*=/i.test(html))
    assert.deepEqual(
      styled.map(([path]) => path),
      []
    )
  })

  test('each page has a description, and documentation pages have different ones', ({ assert }) => {
    const described = new Map<string, string[]>()
    for (const [path, { html }] of pages) {
      const [, text = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
      assert.isAbove(text.length, 20, path)
      if (/^\/docs\/[a-z-]+\/$/.test(path))
        described.set(text, [...(described.get(text) ?? []), path])
    }
    assert.deepEqual(
      [...described.values()].filter((paths) => paths.length > 1),
      []
    )
  })

  test('the link to the feed of a search leads to a feed', async ({ client, assert }) => {
    const { html } = pages.get('/search/?q=contract')!
    const [, path] = /<a href="([^"]+)">Feed<\/a>/.exec(html)!
    const feed = await client.get(htmlText(path!))
    feed.assertStatus(200)
    assert.include(feed.header('content-type'), 'application/atom+xml')
  })
})
