/** Properties of all merges, tested with generated pages. */
import { test } from '@japa/runner'
import { takesMinutes } from '#tests/helpers/long_tests'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import pg from 'pg'
import { inTransaction } from '#app/database/transaction'
import { mergePage } from '../../docket_sheet/from_pages/merge_page.js'
import type { DocketReport } from '../../docket_sheet/from_pages/converters.js'
import { caseSources } from '../case_sources.js'
import { mergeInProcesses } from '../parallel_merge.js'
import { halves, randomReport } from '../random_reports.js'
import { CASE_ID, usePages } from '../use_pages.js'

const SEEDS = Array.from({ length: 12 }, (_, at) => ({ seed: at + 1 }))
const page = (result: DocketReport) => ({ kind: 'district_docket', result }) as const

/** A docket without IDs and times. */
const CONTENT = `
  SELECT jsonb_build_object(
    'docket', to_jsonb(k) - '{id,date_created,date_modified}'::text[],
    'entries', (SELECT jsonb_agg(entry ORDER BY entry::text) FROM (
      SELECT (to_jsonb(e) - '{id,docket_id,date_created,date_modified}'::text[]) || jsonb_build_object('documents',
        (SELECT jsonb_agg(to_jsonb(o) - '{id,docket_entry_id,date_created,date_modified}'::text[] ORDER BY document_number, attachment_number)
         FROM archive_documents o WHERE docket_entry_id = e.id)) AS entry
      FROM docket_entries e WHERE docket_id = k.id) AS entries),
    'parties', (SELECT jsonb_agg(to_jsonb(t) - '{id,docket_id,party_id}'::text[] || jsonb_build_object('party', p.name) ORDER BY p.name, t.name)
      FROM party_types t JOIN parties p ON p.id = party_id WHERE docket_id = k.id),
    'roles', (SELECT jsonb_agg(jsonb_build_array(p.name, a.name, contact_raw, role, role_raw, date_action) ORDER BY p.name, a.name, role)
      FROM attorney_roles r JOIN parties p ON p.id = party_id JOIN attorneys a ON a.id = attorney_id WHERE docket_id = k.id),
    'firms', (SELECT jsonb_agg(jsonb_build_array(a.name, lookup_key) ORDER BY a.name, lookup_key)
      FROM attorney_organization_links JOIN attorneys a ON a.id = attorney_id
        JOIN attorney_organizations o ON o.id = attorney_organization_id WHERE docket_id = k.id)) AS content
  FROM dockets k WHERE registry_case_id = '${CASE_ID}'`

test.group('mergePage, properties', (group) => {
  takesMinutes(group)
  const { merge, rows, state, sheets } = usePages(group)
  const content = async () => (await rows(CONTENT)).map((row) => row.content as object)
  const empty = () => rows('TRUNCATE dockets, parties, attorneys, attorney_organizations CASCADE')

  /** Two pages on a docket, and the results of merging them in either order. */
  async function bothOrders(seed: number) {
    const one = randomReport(seed)
    const other = { ...randomReport(seed + 100), docket_number: one.docket_number }
    const orders: object[][] = []
    for (const order of [
      [one, other],
      [other, one],
    ]) {
      for (const report of order) await merge(page(report))
      orders.push(await content())
      await empty()
    }
    return { one, other, orders }
  }

  test('merging a page again changes nothing, seed {seed}')
    .with(SEEDS)
    .run(async ({ assert }, { seed }) => {
      const report = randomReport(seed)
      await merge(page(report))
      const before = await state()
      await merge(page(structuredClone(report)))
      assert.deepEqual(await state(), before)
    })

  test('pages with different entries can be merged in any order, seed {seed}')
    .with(SEEDS)
    .run(async ({ assert }, { seed }) => {
      const [one, other] = halves(seed)
      await merge(page(one))
      await merge(page(other))
      const forward = await content()
      await empty()
      await merge(page(other))
      await merge(page(one))
      assert.deepEqual(await content(), forward)
      assert.lengthOf(forward, 1)
    })

  test('keeps files of documents and does not change other dockets, seed {seed}')
    .with(SEEDS)
    .run(async ({ assert }, { seed }) => {
      const report = randomReport(seed)
      const next = { ...randomReport(seed + 100), docket_number: report.docket_number }
      await merge(page(report))
      await merge(page({ ...randomReport(seed + 200), docket_number: '1:24-cr-00001' }), {
        registryCaseId: '9',
      })
      await rows(
        `UPDATE archive_documents SET is_available = true, filepath_local = 'recap/' || id, sha1 = id, page_count = 3, plain_text = 'TEXT' WHERE id % 2 = 0`
      )
      const files = () =>
        rows(
          `SELECT id, is_available, filepath_local, sha1, page_count, plain_text FROM archive_documents WHERE filepath_local <> '' ORDER BY id`
        )
      const others = () =>
        rows(
          `SELECT to_jsonb(k) AS docket, (SELECT jsonb_agg(e ORDER BY id) FROM docket_entries e WHERE docket_id = k.id) AS entries,
                  (SELECT jsonb_agg(d ORDER BY d.id) FROM archive_documents d JOIN docket_entries e ON e.id = docket_entry_id WHERE docket_id = k.id) AS documents,
                  (SELECT jsonb_agg(t ORDER BY id) FROM party_types t WHERE docket_id = k.id) AS parties,
                  (SELECT jsonb_agg(r ORDER BY id) FROM attorney_roles r WHERE docket_id = k.id) AS roles
           FROM dockets k WHERE registry_case_id = '9'`
        )
      const before = [await files(), await others()]
      assert.isNotEmpty(before[0]!)
      await merge(page(next))
      assert.deepEqual([await files(), await others()], before)
    })

  test('concurrent merges have the result of sequential ones, seed {seed}')
    .with(SEEDS.slice(0, 6))
    .run(async ({ assert }, { seed }) => {
      const { one, other, orders } = await bothOrders(seed)
      await Promise.all([merge(page(one)), merge(page(other))])
      assert.deepInclude(orders, await content())
    })

  test('merges by concurrent processes have the result of sequential ones, seed {seed}')
    .with(SEEDS.slice(0, 3))
    .run(async ({ assert }, { seed }) => {
      const { one, other, orders } = await bothOrders(seed)
      const pages = [one, other].map((report) => ({
        page: page(report),
        court: 'nysd',
        registryCaseId: CASE_ID,
      }))
      await mergeInProcesses(sheets.scratch.connection, pages)
      assert.deepInclude(orders, await content())
    })

  test('two sources of an entry merged by concurrent processes are one entry', async ({
    assert,
  }) => {
    const report = randomReport(5)
    const at = report.docket_entries.findIndex(({ document_number: number }) => number)
    const of = { name: 'seed 5', kind: 'district_docket', court: 'nysd', report } as const
    for (const isAnonymous of [false, true]) {
      const sources = caseSources(of, at, isAnonymous).filter(({ name }) =>
        ['feed', 'notice', 'sheet'].includes(name)
      )
      assert.lengthOf(sources, 3)
      await mergeInProcesses(
        sheets.scratch.connection,
        sources.map(({ page: source }) => ({
          page: source,
          court: 'nysd',
          registryCaseId: CASE_ID,
        }))
      )
      // The sources list part of a long docket.
      const sheet = sources.find(({ name }) => name === 'sheet')!.page.result as DocketReport
      assert.deepEqual(await rows('SELECT count(*)::int AS entries FROM docket_entries'), [
        { entries: sheet.docket_entries.length },
      ])
      await empty()
    }
  })

  test('a merge interrupted after any statement changes nothing', async ({ assert }) => {
    const [one, other] = halves(3)
    await merge(page(one))
    const before = await state()
    let cut = 0
    for (let isDone = false; !isDone; cut++) {
      const client = new pg.Client(sheets.scratch.connection)
      client.on('error', () => {})
      await client.connect()
      isDone = await cutAfter(client, cut, (trx) =>
        mergePage(trx, { page: page(other), court: 'nysd', registryCaseId: CASE_ID })
      )
      if (!isDone) assert.deepEqual(await state(), before)
    }
    assert.isAbove(cut, 5)
    assert.notDeepEqual(await state(), before)
    const after = await content()
    await empty()
    await merge(page(one))
    await merge(page(other))
    assert.deepEqual(await content(), after)
  })
})

/** @returns whether the work completed before its connection was closed */
async function cutAfter(
  client: pg.Client,
  statements: number,
  work: (trx: TransactionClientContract) => Promise<unknown>
): Promise<boolean> {
  let left = statements
  const connection = {
    query: (...given: Parameters<typeof client.query>) => {
      if (left-- > 0) return client.query(...given)
      // For the server, this looks like a killed process.
      ;(
        client as unknown as { connection: { stream: { destroy(): void } } }
      ).connection.stream.destroy()
      throw new Error('cut off')
    },
  }
  const trx = { knexClient: { client: { acquireConnection: async () => connection } } }
  try {
    await inTransaction(client, () => work(trx as unknown as TransactionClientContract))
    await client.end()
    return true
  } catch (error) {
    if (left >= 0) throw error
    return false
  }
}
