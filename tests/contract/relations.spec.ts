/**
 * Crawls the sample archive and checks that every record URL in a response opens
 * that record. No resource is hard-coded.
 */
import app from '@adonisjs/core/services/app'
import type { ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { shallow } from '#tests/helpers/deep_pages'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import { PluginHost } from '#core/plugin_host'

const ADDRESS = /"(https?:\/\/[^"/]+(\/api\/rest\/v[34]\/[\w-]+\/)([^"/?]+)\/)"/g

test.group('relations', () => {
  test('{$self}: every URL opens the record it names')
    .with(['v4', 'v3'] as const)
    .tags(['@database'])
    .skip(!EVERYTHING, LEFT_OUT)
    .run(async ({ client, assert }, version) => {
      const { resources } = await app.container.make(PluginHost)
      const addresses = new Map<string, string>()
      let records = 0
      for (const resource of resources.all()) {
        // Links of account data point to records that anonymous callers can't see.
        if (resource.guard || resource.access.account || !resource.versions.includes(version))
          continue
        let next: string | null = `/api/rest/${version}/${resource.path}/?order_by=id`
        while (next) {
          const response: ApiResponse = await client.get(next)
          assert.equal(response.status(), 200, next)
          for (const [, , list, key] of response.text().matchAll(ADDRESS))
            addresses.set(`${list}${key}/`, key!)
          records += response.body().results.length
          next = shallow(response.body().next)?.replace(/^https?:\/\/[^/]+/, '') ?? null
        }
      }
      // Each record contains its own URL. A tree without the importer has no records.
      assert.isAtLeast(addresses.size, records)
      const wrong: string[] = []
      for (const [address, key] of addresses) {
        const response = await client.get(address).qs({ fields: 'id' })
        if (response.status() !== 200 || String(response.body().id) !== key) wrong.push(address)
      }
      assert.deepEqual(wrong, [])
    })

  test('every absolute_url returns a page with a link to its JSON', async ({ client, assert }) => {
    const { resources } = await app.container.make(PluginHost)
    const paths = new Set<string>()
    for (const resource of resources.all()) {
      if (resource.guard || resource.access.account || !resource.fields.has('absolute_url'))
        continue
      let next: string | null = `/api/rest/v4/${resource.path}/?order_by=id&fields=absolute_url`
      while (next) {
        const response: ApiResponse = await client.get(next)
        for (const { absolute_url: path } of response.body().results) if (path) paths.add(path)
        next = response.body().next?.replace(/^https?:\/\/[^/]+/, '') ?? null
      }
    }
    for (const path of paths) {
      const page = await client.get(path)
      assert.equal(page.status(), 200, path)
      assert.include(page.header('content-type'), 'text/html')
      const json = /href="(\/api\/rest\/v4\/[^"]+)">View as JSON/.exec(page.text())?.[1]
      assert.equal((await client.get(json!).qs({ fields: 'id' })).status(), 200, path)
    }
  }).skip(!EVERYTHING, LEFT_OUT)
})
