/**
 * A damaged index affects only searches of its records, until it is rebuilt.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { IndexFiles } from '#app/search_engine/engines/embedded/index_files'
import { settings } from '#start/env'
import { makeAccount } from '#tests/helpers/accounts'
import { damageFile } from '#tests/helpers/damage'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn } from '#tests/helpers/visitor'
import SearchServicesProvider from '../../provider.js'
import { Indexer } from '#app/search/indexer/indexer'
import { SearchEngine } from '#app/search_engine/engine'

test.group('search: a damaged index', (group) => {
  group.setup(searchReady)

  test('makes searches return 503 and is reported to staff until it is rebuilt', async ({
    client,
    assert,
    cleanup,
  }) => {
    const indexer = await app.container.make(Indexer)
    const index = indexer.services.indexes.find(({ name }) => name === 'people')!
    const rebuild = () => indexer.rebuild(index, new AbortController().signal)
    cleanup(async () => void (await rebuild()))
    const staff = await signedIn(await makeAccount({ rights: ['*'] }))
    const search = (type: string, version = 'v4') =>
      client.get(`/api/rest/${version}/search/`).qs({ type, q: 'damage' })

    damageFile(new IndexFiles(`${settings.dataDir}/search`, 'people').live(), 2 * 4096)
    for (const version of ['v4', 'v3']) {
      const response = await search('p', version)
      response.assertStatus(503)
      response.assertBodyContains({
        detail: 'The search index is damaged and is being rebuilt. Try again in a moment.',
      })
      assert.equal(response.header('retry-after'), '10')
    }
    for (const type of ['o', 'r', 'oa']) (await search(type)).assertStatus(200)
    const page = await client.get('/search/').qs({ type: 'p', q: 'damage' })
    page.assertStatus(503)
    assert.include(page.text(), 'The search index is damaged')
    for (const path of ['/admin/', '/admin/health/']) {
      const { status, text } = await staff.get(path)
      assert.equal(status, 200)
      assert.match(text, /people\s*<\/t[hd]>\s*<td[^>]*>\s*damaged \([^<]+\), rebuild pending\s*</)
    }

    await rebuild()
    ;(await search('p')).assertStatus(200)
    const { text } = await staff.get('/admin/health/')
    assert.match(text, /people\s*<\/td>\s*<td[^>]*>\s*(up to date|[\d,]+ s behind)\s*</)
  })

  test('tries again to create the services after a failure', async ({ assert, cleanup }) => {
    let isBroken = true
    const ends: (() => unknown)[] = []
    const make = (token: typeof SearchEngine) => {
      if (isBroken && token === SearchEngine) throw new Error('not now')
      return app.container.make(token)
    }
    const other = {
      container: { make },
      terminating: (end: () => unknown) => ends.push(end),
    } as unknown as ApplicationService
    cleanup(async () => void (await Promise.all(ends.map((end) => end()))))
    const provider = new SearchServicesProvider(other)
    await assert.rejects(() => provider.services(), 'not now')
    isBroken = false
    assert.equal((await provider.services()).engine, 'embedded')
    assert.strictEqual(await provider.services(), await provider.services())
  })
})
