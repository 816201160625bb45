import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { formatRate } from '#app/throttle/rate'
import { ScopeRegistry } from '#app/throttle/scope_registry'
import { PluginHost } from '#core/plugin_host'
import { RecordPages } from '#app/web/record_pages'
import { SiteRegistry } from '#app/web/site_registry'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'

/** Resources counted on the home page that have records in the sample archive. */
const SAMPLED = [
  'archive-documents',
  'audio',
  'clusters',
  'courts',
  'dockets',
  'financial-disclosures',
  'people',
]

test.group('pages', () => {
  test('{$self} returns a page')
    .with([
      '/',
      '/docs/',
      '/docs/api/',
      '/docs/api/clusters/',
      '/docs/getting-started/',
      '/docs/running/',
      '/docs/decisions/',
      '/docs/decisions/0001-json-from-sql/',
      '/api/rest/v4/?format=api',
      '/api/rest/v3/?format=api',
      '/api/rest/v3/overview/?format=api',
    ])
    .run(async ({ client, assert }, path) => {
      const response = await client.get(path)
      response.assertStatus(200)
      assert.include(response.header('content-type'), 'text/html')
      assert.match(response.text(), /<h1/)
      assert.match(response.text(), /<html lang="en">/)
    })

  test('a missing page returns 404', async ({ client, assert }) => {
    for (const path of [
      '/nowhere',
      '/docs/nothing/',
      '/docs/api/nothing/',
      '/docs/decisions/nothing/',
      '/docs/..%2f..%2fpackage/',
      '/assets/nothing.js',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      const response = await client.get(path)
      response.assertStatus(404)
      assert.include(response.text(), '404')
      assert.include(
        response.text(),
        '<label class="visually-hidden" for="q">Search the archive</label>'
      )
    }
  })

  test('asset URLs contain a content hash and are cached permanently', async ({
    client,
    assert,
  }) => {
    const named = async (page: string) =>
      Array.from(
        (await client.get(page)).text().matchAll(/"(\/assets\/[^"]+)"/g),
        ([, path]) => path!
      )
    const paths = [...(await named('/docs/api/')), ...(await named('/docs/design/'))]
    assert.isAbove(paths.length, 1)
    for (const path of paths) {
      assert.match(path, /\.[\da-f]{16}\.(css|js|svg)$/)
      const { HOST: host, PORT: port } = process.env
      const file = await fetch(`http://${host}:${port}${path}`)
      assert.equal(file.status, 200)
      assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.match(file.headers.get('content-type')!, /css|javascript|svg/)
      assert.equal(path.split('.').at(-2), hash('sha256', await file.text()).slice(0, 16))
    }
  })

  test('an unchanged asset returns 304, and one with another hash is revalidated each time', async ({
    client,
    assert,
  }) => {
    const ask = (path: string) => client.get(path).header('accept-encoding', 'gzip')
    for (const path of ['/assets/curia.css', `/assets/curia.${'0'.repeat(16)}.css`]) {
      const file = await ask(path)
      file.assertStatus(200)
      assert.equal(file.header('cache-control'), 'public, no-cache')
      const etag = file.header('etag')!
      assert.match(etag, /^"[\da-f]{16}-gzip"$/)
      const again = await ask(path).header('if-none-match', `"other", ${etag}`)
      again.assertStatus(304)
      assert.equal(again.header('etag'), etag)
      ;(await ask(path).header('if-none-match', '"other"')).assertStatus(200)
    }
  })

  test('pages of searches and networks are not indexed; the home page is described', async ({
    client,
    assert,
  }) => {
    for (const path of ['/search/?q=law', '/opinion/1026/x/network/'])
      assert.equal((await client.get(path)).header('x-robots-tag'), 'noindex', path)
    const home = await client.get('/')
    assert.isUndefined(home.header('x-robots-tag'))
    assert.match(home.text(), /<meta name="description" content="[^"]{40,}">/)
    const [, icon] = /<link rel="icon" type="image\/svg\+xml" href="([^"]+)">/.exec(home.text())!
    ;(await client.get(icon!)).assertStatus(200)
    const docket = (await client.get('/docket/2001/x/')).text()
    assert.match(docket, /<meta name="description" content="Docket of [^"]{20,}">/)
    assert.match(docket, /<link rel="canonical" href="http[^"]+\/docket\/2001\/[a-z-]+\/">/)
  })

  test('the home page has a search form, first steps, and the endpoints by subject', async ({
    client,
    assert,
  }) => {
    const home = (await client.get('/')).text()
    const places = [
      'role="search"',
      'Get started',
      '<a href="/register/">Create an account</a> or',
      "curl -H 'Authorization: Token",
      'href="/docs/bulk-data/"',
      '<h2>Endpoints</h2>',
      '<h3>Case law</h3>',
    ].map((words) => home.indexOf(words))
    assert.notInclude(places, -1)
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other)
    )
    assert.isAbove(home.split('<h2>Endpoints</h2>')[1]!.split('<h3>').length, 4)
  })

  test('the home page and the account overview have cards for tasks', async ({
    client,
    assert,
  }) => {
    const site = await app.container.make(SiteRegistry)
    const visitor = await signedIn(await makeAccount())
    const overview = (await visitor.get('/profile/')).text
    const home = (await client.get('/')).text()
    assert.isNotEmpty(site.taskCards)
    for (const { label, path, text, isOnHomePage } of site.taskCards) {
      const card = `<li><a href="${path}">${label}</a><p>${text}</p></li>`
      assert.include(overview, card)
      assert.equal(home.includes(card), isOnHomePage === true, label)
      assert.equal((await visitor.get(path)).status, 200, path)
    }
  })

  test('the home page shows the number of records and links to them', async ({
    client,
    assert,
  }) => {
    const { holdings } = await app.container.make(SiteRegistry)
    const pages = await app.container.make(RecordPages)
    assert.isNotEmpty(holdings)
    const home = (await client.get('/')).text()
    for (const { label, resource, path, newest } of holdings) {
      const [, shown] = new RegExp(
        `<dt>${label}</dt><dd><a href="${path.replaceAll('&', '&amp;').replace(/[?.]/g, '\\$&')}">([\\d,]+)<span`
      ).exec(home)!
      const { count } = (await client.get(`/api/rest/v4/${resource}/?count=on`)).body()
      // Rows that lists omit are also counted.
      assert.isAtLeast(Number(shown!.replaceAll(',', '')), count, resource)
      if (SAMPLED.includes(resource)) assert.isAbove(count, 0, resource)
      ;(await client.get(path)).assertStatus(200)
      if (!newest) continue
      const list = await client.get(`/api/rest/v4/${resource}/?order_by=-${newest}`)
      const samples = await pages.samplesOf(resource)
      const news = list
        .body()
        .results.filter(({ id }: { id: number }) => samples.get(`${id}`) !== 'invented')
      for (const { absolute_url: url } of news.slice(0, 3)) assert.include(home, `href="${url}"`)
    }
  })

  test('the health endpoint responds', async ({ client }) => {
    const response = await client.get('/health')
    response.assertStatus(200)
    response.assertBody({ status: 'ok' })
  })
})

test.group('documentation', () => {
  test('describes exactly the existing settings', async ({ assert }) => {
    const { plugins } = await app.container.make(PluginHost)
    const read = async (files: string[]) => {
      const texts = files.map((file) => readFile(app.makePath(file), 'utf8'))
      return (await Promise.all(texts)).join('\n')
    }
    const withSettings = plugins.filter(({ settings }) => settings)
    const source = await read([
      'start/env.ts',
      ...withSettings.map(({ name }) => `plugins/${name}/settings.ts`),
    ])
    const page = await read([
      'resources/docs/running.md',
      ...withSettings.flatMap(({ name, docs = [] }) =>
        docs.map((file) => `plugins/${name}/docs/${file}.md`)
      ),
    ])
    const settings = Array.from(source.matchAll(/^ {2}([A-Z_]+): /gm), ([, name]) => name)
    const described = Array.from(page.matchAll(/^\| `([A-Z_]+)`/gm), ([, name]) => name)
    assert.includeMembers(settings, ['HOST', 'DATA_DIR'])
    assert.sameMembers(described, settings)
  })

  test('describes every rate limit scope with its default rates', async ({ assert }) => {
    const page = await readFile(app.makePath('resources/docs/accounts.md'), 'utf8')
    const [table] = page.split('| Scope ')[1]!.split('\n\n')
    const described = Array.from(
      table!.matchAll(/^\| `([a-z_]+)` +\| ([^|]+?) +\|/gm),
      ([, ...row]) => row
    )
    const registry = await app.container.make(ScopeRegistry)
    const scopes = registry
      .all()
      .map(({ name, rates }) => [name, rates.map(formatRate).join(', ') || 'none'])
    assert.sameDeepMembers(described, scopes)
  })

  test('every page is linked from the index, and no link is broken', async ({ client, assert }) => {
    const index = (await client.get('/docs/')).text()
    const { docs } = await app.container.make(SiteRegistry)
    const names = (await readdir(app.makePath('resources/docs')))
      .map((file) => file.replace(/\.md$/, ''))
      .concat(docs.map(({ name }) => name))
    assert.lengthOf(new Set(names), names.length)
    // Each URL once, because all pages have the same menu.
    const linkedOn = new Map<string, string>()
    for (const name of names) {
      assert.include(index, `href="/docs/${name}/"`)
      const html = (await client.get(`/docs/${name}/`)).text()
      for (const [, path] of html.matchAll(/href="(\/[^"]*)"/g)) linkedOn.set(path!, name)
    }
    for (const [path, name] of linkedOn)
      assert.equal((await client.get(path)).status(), 200, `${path} on ${name}`)
  })

  test('links on the home page are open to visitors', async ({ client, assert }) => {
    const html = (await client.get('/')).text()
    const links = Array.from(html.matchAll(/href="([^"]*)"/g), ([, link]) => link!)
    assert.isAbove(links.length, 30)
    for (const link of links.filter((each) => /^(\/|http)/.test(each)))
      assert.equal((await client.get(link.replace(/^https?:\/\/[^/]+/, ''))).status(), 200, link)
  })

  test('the README has the same number of courts as the API', async ({ client, assert }) => {
    const readme = await readFile(app.makePath('README.md'), 'utf8')
    const { count } = (await client.get('/api/rest/v4/courts/?count=on')).body()
    assert.include(readme, `${count} courts`)
  })
})
