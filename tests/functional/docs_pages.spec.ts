/**
 * The documentation: groups, contents, examples, and search.
 */
import app from '@adonisjs/core/services/app'
import type { ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { SiteRegistry } from '#app/web/site_registry'
import { readDocPage, searchDocs } from '#app/web/doc_pages'

test.group('documentation', () => {
  test('pages are in groups, and each links to the next', async ({ client, assert }) => {
    const index = (await client.get('/docs/')).text()
    const groups = ['Start', 'API', 'Search', 'Account', 'Operate', 'Extend']
    const headings = Array.from(index.matchAll(/<h2>(\w+)<\/h2>/g), ([, name]) => name)
    assert.deepEqual(headings, groups)
    const [first] = /(?<=<h2>Start<\/h2>\s*<ul class="plain">\s*<li><a href=")[^"]+/.exec(index)!
    assert.equal(first, '/docs/getting-started/')
    const seen = new Set<string>()
    for (let next: string | undefined = first; next && !seen.has(next);) {
      seen.add(next)
      const page: ApiResponse = await client.get(next)
      page.assertStatus(200)
      assert.include(page.text(), `<a href="${next}" aria-current="page">`)
      assert.notInclude(page.text(), 'group:')
      next = /(?<=<a href=")[^"]+(?=" rel="next">Next: )/.exec(page.text())?.[0]
    }
    const listed = new Set(
      Array.from(index.matchAll(/href="(\/docs\/[\w-]+\/)"/g), ([, path]) => path!)
    )
    for (const other of ['/docs/api/', '/docs/decisions/']) listed.delete(other)
    assert.sameMembers([...seen], [...listed])
  })

  test('docs, reference, and OpenAPI document have the versions of the specification', async ({
    client,
    assert,
  }) => {
    const changes = (await client.get('/docs/changes/')).text()
    const reference = (await client.get('/docs/api/')).text()
    for (const version of ['4.7', '3.15']) {
      assert.include(changes, version)
      assert.include(reference, version)
    }
    const { info } = (await client.get('/api/rest/v4/openapi.json')).body()
    assert.equal(info.version, '4.7')
  })

  test('contents link to headings of the page', async ({ client, assert }) => {
    const html = (await client.get('/docs/lists/')).text()
    const anchors = Array.from(html.matchAll(/<li><a href="#([^"]+)"/g), ([, anchor]) => anchor!)
    assert.includeMembers(anchors, ['filters', 'ordering-and-pagination'])
    for (const anchor of anchors) assert.include(html, `<h2 id="${anchor}">`)
  })

  test('examples use the URL of the request, and can be scrolled and copied', async ({
    client,
    assert,
  }) => {
    const html = (await client.get('/docs/getting-started/')).text()
    const own = `127.0.0.1:${process.env.PORT}/`
    assert.include(html, `${own}api/rest/v4/clusters/`)
    assert.notInclude(html.replaceAll(own, ''), '127.0.0.1:3333')
    // Long lines scroll with the keyboard, and a script adds a copy button to each block.
    assert.include(html, '<pre tabindex="0">')
    assert.notInclude(html, '<pre>')
    assert.include(html, '<article class="prose" data-copy-code>')
    assert.match(html, /<script src="\/assets\/copy\.[\da-f]+\.js" defer>/)
  })

  test('optional parts name a setting that is documented on a page', async ({ client, assert }) => {
    const { optionalParts } = await app.container.make(SiteRegistry)
    const html = (await client.get('/docs/optional/')).text()
    const rows = Array.from(
      html.matchAll(
        /<a href="(\/docs\/[\w-]+\/)">[^<]+<\/a><\/td>\s*<td>[^<]+<\/td>\s*<td><code>(\w+)/g
      )
    )
    assert.lengthOf(rows, optionalParts.length)
    for (const [, path, setting] of rows) {
      const explained = await Promise.all([client.get(path!), client.get('/docs/running/')])
      explained[0].assertStatus(200)
      assert.include(explained.map((page) => page.text()).join('\n'), setting)
    }
  })

  test('the search finds sections and escapes the query', async ({ client, assert }) => {
    const found = (await client.get('/docs/').qs({ q: 'formulas apostrophe' })).text()
    assert.include(found, 'href="/docs/exports/#csv"')
    assert.include(found, '<mark>')
    assert.include((await client.get('/docs/').qs({ q: 'zzzzqqqq' })).text(), 'No results.')
    const hostile = (await client.get('/docs/').qs({ q: '"><script>alert(1)</script>' })).text()
    assert.notInclude(hostile, '<script>alert')
    ;(await client.get('/docs/?q[]=a&q[]=b')).assertStatus(200)
  })

  test('headings rank higher than text, and the number of results is limited', ({ assert }) => {
    const page = (name: string, text: string) => readDocPage(name, `# ${name}\n\n${text}`)
    const pages = [
      page('other', 'limits limits limits'),
      page('limits', 'Something else. <b>'),
      ...Array.from({ length: 40 }, (_, n) => page(`page-${n}`, 'limits')),
    ]
    const found = searchDocs(pages, 'Limits')
    assert.equal(found[0]!.path, '/docs/limits/')
    assert.lengthOf(found, 20)
    assert.include(found[0]!.excerpt, '&lt;b&gt;')
    assert.isEmpty(searchDocs(pages, '  ()'))
    assert.isArray(searchDocs(pages, '(.*+'.repeat(1000)))
  })

  test('excerpts show sentences instead of code if both have the words', ({ assert }) => {
    const text =
      '# Page\n\n## Limits\n\n```json\n{ "quota": { "limit": 5 } }\n```\n\nA limit is a number.\n\n## Code\n\n```json\n{ "only_here": 1 }\n```\n'
    const pages = [readDocPage('page', text)]
    const [limit] = searchDocs(pages, 'limit')
    assert.notInclude(limit!.excerpt, '{')
    assert.include(limit!.excerpt, 'is a number')
    assert.include(searchDocs(pages, 'only_here')[0]!.excerpt, 'only_here')
  })
})
