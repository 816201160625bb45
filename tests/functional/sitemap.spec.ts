/** Sitemaps (sitemaps.org protocol 0.9) and the links to them. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { Gate } from '#api/gate'

test.group('sitemap', () => {
  test('robots.txt links to the index, whose parts list existing pages', async ({
    client,
    assert,
  }) => {
    const [, index] = /^Sitemap: (\S+)$/m.exec((await client.get('/robots.txt')).text())!
    const parts = await locations(client, new URL(index!).pathname)
    const kinds = parts.map((part) => /\/sitemap-([a-z-]+)-\d+\.xml$/.exec(part)?.[1])
    assert.includeMembers(kinds, [
      'clusters',
      'dockets',
      'people',
      'courts',
      'audio',
      'financial-disclosures',
    ])
    for (const part of parts) {
      const pages = await locations(client, new URL(part).pathname)
      assert.isNotEmpty(pages, part)
      assert.isAtMost(pages.length, 50_000)
      for (const page of [pages[0]!, pages.at(-1)!])
        (await client.get(new URL(page).pathname).redirects(0)).assertStatus(200)
    }
  })

  test('lists every visible decision with the date of its last change', async ({
    client,
    assert,
  }) => {
    const { count } = (
      await client.get('/api/rest/v4/clusters/?blocked=false&count=on')
    ).body() as { count: number }
    const response = await client.get('/sitemap-clusters-0.xml')
    assert.include(response.header('content-type'), 'application/xml')
    assert.lengthOf(response.text().match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)!, count)
  })

  test('omits blocked decisions, and includes keys far above the others', async ({
    client,
    assert,
    cleanup,
  }) => {
    const db = await app.container.make('lucid.db')
    const far = 1_000_000_000_123
    const move = async (id: number, to: Record<string, unknown>) => {
      await db.from('financial_disclosures').where('id', id).update(to)
    }
    const [{ id }] = (await db
      .insertQuery()
      .table('financial_disclosures')
      .insert({ person_id: 498, year: 2020, page_count: 1, report_type: 2 })
      .returning('id')) as [{ id: string }]
    cleanup(async () => {
      await db.from('financial_disclosures').where('id', far).delete()
    })
    await move(Number(id), { id: far })
    const range = Math.floor(far / 50_000)
    const parts = await locations(client, '/sitemap.xml')
    assert.lengthOf(
      parts.filter((part) => part.includes('financial-disclosures')),
      2
    )
    assert.match(
      (await locations(client, `/sitemap-financial-disclosures-${range}.xml`))[0]!,
      new RegExp(`/disclosure/${far}/`)
    )
    await db.from('opinion_clusters').where('id', 1026).update({ blocked: true })
    cleanup(async () => {
      await db.from('opinion_clusters').where('id', 1026).update({ blocked: false })
    })
    assert.notInclude((await client.get('/sitemap-clusters-0.xml')).text(), '/opinion/1026/')
  })

  test('has no other parts, and no parts at all if reading requires an account', async ({
    client,
    assert,
    cleanup,
  }) => {
    for (const path of ['/sitemap-webhooks-0.xml', '/sitemap-clusters-x.xml', '/sitemap-.xml'])
      (await client.get(path)).assertStatus(404)
    const { options } = await app.container.make(Gate)
    const before = options.anonymousReads
    cleanup(() => {
      options.anonymousReads = before
    })
    options.anonymousReads = false
    ;(await client.get('/sitemap.xml')).assertStatus(404)
    ;(await client.get('/sitemap-clusters-0.xml')).assertStatus(404)
    assert.notInclude((await client.get('/robots.txt')).text(), 'Sitemap')
  })
})

async function locations(client: ApiClient, path: string): Promise<string[]> {
  const response = await client.get(path)
  response.assertStatus(200)
  return Array.from(response.text().matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => address!)
}
