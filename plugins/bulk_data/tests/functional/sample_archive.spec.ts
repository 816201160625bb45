/**
 * The sample archive has rows of all resources and all kinds of records that
 * pages and clients must handle.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { Resource } from '#api/resource'
import { makeDemoRecords } from '#app/boot/make_demo_records'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import {
  CITATION_TYPES,
  OPINION_TYPES,
  PRECEDENTIAL_STATUSES,
} from '#plugins/case_law/resources/codes'
import { PluginHost } from '#core/plugin_host'

const V4 = '/api/rest/v4'

/** Minimum number of rows per list. */
const ENOUGH = 2

/** Resources without rows in the sample that don't require a specific permission. */
async function resourcesWhere(wanted: (resource: Resource) => boolean): Promise<Resource[]> {
  const { resources } = await app.container.make(PluginHost)
  return resources.all().filter((one) => !one.access.right && wanted(one))
}

async function countOf(client: ApiClient, path: string, authorization?: string): Promise<number> {
  const request = client.get(`${V4}/${path}/`).qs({ count: 'on' })
  const response = await (authorization ? request.header('authorization', authorization) : request)
  response.assertStatus(200)
  return response.body().count
}

async function rows<Row>(sql: string): Promise<Row[]> {
  const database = await app.container.make('lucid.db')
  return (await database.rawQuery<{ rows: Row[] }>(sql)).rows
}

test.group('sample archive', (group) => {
  // Estimates of alerts use the search index.
  group.setup(searchReady)

  test('{path} has rows')
    .with(() => resourcesWhere(({ ownership }) => !ownership))
    .run(async ({ client, assert }, { path }) => {
      assert.isAtLeast(await countOf(client, path), ENOUGH)
    })

  test('the demo account has rows of all resources of accounts', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { id, authorization } = await makeAccount()
    cleanup(() => rows(`DELETE FROM accounts WHERE id = ${id}`).then(() => {}))
    await makeDemoRecords(app, id)
    // The demo has no records whose creation sends requests to another server.
    const owned = await resourcesWhere(
      ({ ownership, hooks }) => ownership !== undefined && !hooks.prepare
    )
    assert.isAtLeast(owned.length, ENOUGH)
    for (const { path } of owned)
      assert.isAtLeast(await countOf(client, path, authorization), ENOUGH, path)
  })

  test('has decisions of all statuses, opinions of all types, citations of all types', async ({
    assert,
  }) => {
    for (const [column, codes] of [
      ['precedential_status FROM opinion_clusters', PRECEDENTIAL_STATUSES],
      ['type FROM opinions', OPINION_TYPES],
      ['type FROM citations', CITATION_TYPES],
    ] as const) {
      const found = await rows<Record<string, unknown>>(`SELECT DISTINCT ${column}`)
      assert.sameMembers(
        found.flatMap((row) => Object.values(row).map(String)),
        codes.map(({ value }) => String(value)),
        column
      )
    }
  })

  test('has decisions before 1800 and a docket with 2,000 entries', async ({ client, assert }) => {
    const early = await client.get(`${V4}/clusters/`).qs({ date_filed__lt: '1800-01-01' })
    assert.isAtLeast(early.body().results.length, ENOUGH)
    const [longest] = await rows<{ docket_id: string; entries: number }>(
      'SELECT docket_id, count(*)::int AS entries FROM docket_entries GROUP BY 1 ORDER BY 2 DESC LIMIT 1'
    )
    assert.isAtLeast(longest!.entries, 2000)
    const pages = await client.get(`${V4}/docket-entries/`).qs({ docket: longest!.docket_id })
    assert.isNotNull(pages.body().next)
  })

  test('redirects merged clusters, returns 410 for sealed ones, and marks sealed documents', async ({
    client,
    assert,
  }) => {
    const moved = await rows<{ deleted_cluster_id: string; cluster_id: string | null }>(
      'SELECT deleted_cluster_id, cluster_id FROM cluster_redirections'
    )
    for (const { deleted_cluster_id: old, cluster_id: cluster } of moved) {
      const response = await client.get(`${V4}/clusters/${old}/`).redirects(0)
      assert.equal(response.status(), cluster === null ? 410 : 301)
      if (cluster) assert.include(response.header('location'), `/clusters/${cluster}/`)
    }
    assert.isAtLeast(moved.filter(({ cluster_id: to }) => to).length, ENOUGH)
    assert.isAtLeast(moved.filter(({ cluster_id: to }) => !to).length, ENOUGH)
    const [{ sealed, blocked }] = (await rows<{ sealed: number; blocked: number }>(
      `SELECT (SELECT count(*)::int FROM archive_documents WHERE is_sealed) AS sealed,
              (SELECT count(*)::int FROM opinion_clusters WHERE blocked) AS blocked`
    )) as [{ sealed: number; blocked: number }]
    assert.isAtLeast(sealed, ENOUGH)
    assert.isAtLeast(blocked, 1)
  })

  test('long opinions have matching parts, footnotes, and page numbers', async ({ assert }) => {
    const long = await rows<{ id: string; html: string; plain: string; xml: string }>(
      `SELECT id, html_with_citations AS html, plain_text AS plain, xml_harvard AS xml FROM opinions
       WHERE length(html_with_citations) > 15000`
    )
    assert.isAtLeast(long.length, 5)
    const numbers = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, number]) => Number(number))
    for (const { id, html, plain, xml } of long) {
      assert.match(html, /<h3>I<\/h3>[^]*<h3>II<\/h3>[^]*<h3>III<\/h3>/, id)
      const notes = numbers(html, /<div class="footnote" id="fn(\d+)">/g)
      assert.deepEqual(
        notes,
        notes.map((_, at) => at + 1)
      )
      assert.isAbove(notes.length, 4)
      assert.deepEqual(
        numbers(html, /href="#fn(\d+)" id="fn\1_ref"/g).toSorted((a, b) => a - b),
        notes
      )
      const pages = numbers(html, /<span class="star-pagination">\*(\d+)<\/span>/g)
      assert.isAbove(pages.length, 4)
      assert.deepEqual(
        pages,
        pages.map((_, at) => pages[0]! + at)
      )
      if (xml) {
        assert.deepEqual(numbers(xml, /<page-number [^>]*label="(\d+)"/g), pages)
        assert.deepEqual(numbers(xml, /<footnote label="(\d+)">/g), notes)
      }
      if (plain) assert.deepEqual(numbers(plain, /^ {4}\[(\d+)\] /gm), notes)
    }
    assert.isAtLeast(long.filter(({ plain }) => plain).length, ENOUGH)
    assert.isAtLeast(long.filter(({ xml }) => xml).length, 1)
  })

  test('citations in opinion texts match the citation graph', async ({ assert }) => {
    const edges = await rows<{ id: string; html: string; cited: string[] }>(
      `SELECT o.id, o.html_with_citations AS html,
         coalesce(array_agg(c.cited_opinion_id::text) FILTER (WHERE c.id IS NOT NULL), '{}') AS cited
       FROM opinions o LEFT JOIN opinions_cited c ON c.citing_opinion_id = o.id
       WHERE o.html_with_citations <> '' GROUP BY o.id`
    )
    for (const { id, html, cited } of edges) {
      const linked = [...html.matchAll(/class="citation" data-id="(\d+)"/g)].map(([, key]) => key!)
      assert.sameMembers([...new Set(linked)], cited, id)
    }
  })
})
