/**
 * Every example URL on the home page and in the README, the docs, and the plugins has a result in
 * the sample archive.
 */
import { readdirSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'
import { PluginHost } from '#core/plugin_host'

const CURL = /curl '(?:https?:\/\/[^/']+)?(\/api\/rest\/v[34]\/[^']*)'/g

/** Available only with an embedding provider. */
const NEEDS_EMBEDDINGS = /[?&]semantic=true/

test.group('examples', (group) => {
  group.setup(searchReady)

  test('on pages, in the README, and in plugins have results', async ({ client, assert }) => {
    const { plugins } = await app.container.make(PluginHost)
    const docs = [
      ...readdirSync(app.makePath('resources/docs'))
        .filter((file) => file.endsWith('.md'))
        .map((file) => `resources/docs/${file}`),
      ...plugins.flatMap(({ name, docs: pages = [] }) =>
        pages.map((page) => `plugins/${name}/docs/${page}.md`)
      ),
    ]
    const texts = ['README.md', ...docs].map((name) => readFileSync(app.makePath(name), 'utf8'))
    const home = (await client.get('/')).text().replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
    const addresses = new Set([
      ...plugins.flatMap(({ examples = [] }) => examples.map((path) => `/api/rest/v4/${path}`)),
      ...[...texts, home].flatMap((text) => [...text.matchAll(CURL)].map(([, path]) => path!)),
    ])
    assert.isAbove(addresses.size, 8)
    for (const address of addresses) {
      if (NEEDS_EMBEDDINGS.test(address)) continue
      const response = await client.get(address)
      assert.equal(response.status(), 200, address)
      const { results, count } = response.body()
      if (results) assert.isNotEmpty(results, address)
      else if (count !== undefined) assert.isAbove(count, 0, address)
    }
    for (const path of plugins.flatMap(({ examples = [] }) => examples))
      assert.include(home, `/api/rest/v4/${path}`)
  })
})
