/**
 * Hits are complete and correct after random changes of the archive, compared
 * with a check of every row.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ChildDocument } from '#app/search_engine/index_definition'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { ArchiveConnection } from '#app/search/indexer/archive_connection'
import { DocumentLoader } from '#app/search/indexer/document_loader'
import { documentStatements } from '#app/search/indexer/statements'
import { bruteForce } from '#app/search_engine/query/evaluate'
import { and, type QueryTree } from '#app/search_engine/query/tree'
import { searchServices } from '#plugins/search/services'
import { random } from '#tests/search/archive'
import { parseAlertQuery, buildAlertSearch } from '../../search_alerts/alert_query.js'
import { allHits, loadedMatcher, makeReader, matching, storeAlert } from '../alert_helpers.js'
import { removeRows, uniqueWord } from '../archive_rows.js'
import { INDEXES, RandomArchive, type Kind } from '../random_archive.js'
import { OpenDatabase } from '#app/database/connection'

const SEED = Number(process.env.FUZZED_SEED ?? 7)
const STEPS = Number(process.env.FUZZED_STEPS ?? 16)
/** Maximum number of changes per batch. */
const MAX_TOGETHER = 3
/** Number of steps after which a new process without remembered parents does the matching. */
const PROCESS = 9

/** Queries of each type, with words from the archive. */
const ASKED: Record<Kind, ((word: () => string) => string)[]> = {
  o: [
    (word) => word(),
    (word) => `${word()} ${word()}`,
    (word) => `caseName:${word()} -${word()}`,
    (word) => `text:${word()} AND caseName:${word()}`,
    (word) => `syllabus:${word()} OR judge:${word()}`,
    (word) => `panel_names:${word()}`,
    (word) => `docketNumber:${word()} NOT text:${word()}`,
    (word) => `citation:${word()}`,
  ],
  r: [
    (word) => word(),
    (word) => `${word()} ${word()}`,
    (word) => `caseName:${word()} AND plain_text:${word()}`,
    (word) => `party:${word()}`,
    (word) => `attorney:${word()} AND caseName:${word()}`,
    (word) => `party:${word()} -caseName:${word()}`,
    (word) => `assignedTo:${word()}`,
    (word) => `description:${word()} AND plain_text:${word()}`,
  ],
  oa: [
    (word) => word(),
    (word) => `judge:${word()} -caseName:${word()}`,
    (word) => `docketNumber:${word()}`,
  ],
}
const ALERTS_OF_KIND = 16

interface Alert {
  id: string
  query: string
  tree: QueryTree
}

/** Parents with their children, as in search results. */
interface Rows {
  index: SearchIndexDefinition
  parents: Awaited<ReturnType<DocumentLoader['parents']>>
  children: ChildDocument[]
}

test.group('completeness of hits of search alerts', (group) => {
  let connection: ArchiveConnection
  let archive: RandomArchive
  let alerts: Record<Kind, Alert[]>

  group.each.setup(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('search_alerts').delete()
    await database.from('search_alert_sweeps').delete()
    connection = await ArchiveConnection.open((await app.container.make(OpenDatabase)).connection)
    const next = random(SEED)
    const words = Array.from({ length: 5 }, uniqueWord)
    const word = () => words[Math.floor(next() * words.length)]!
    alerts = await makeAlerts(word)
    archive = new RandomArchive(database, next, () => `${word()} and ${word()}`)
    return async () => {
      await connection.close()
      await archive.remove()
      await removeRows()
    }
  })

  async function makeAlerts(word: () => string): Promise<Record<Kind, Alert[]>> {
    const reader = await makeReader()
    const { declarations, context } = await searchServices(app)
    const readWith = await context()
    const made: Record<Kind, Alert[]> = { o: [], r: [], oa: [] }
    for (const kind of Object.keys(made) as Kind[])
      for (let number = 0; number < ALERTS_OF_KIND; number++) {
        const asked = ASKED[kind][number % ASKED[kind].length]!(word)
        const query = `q=${encodeURIComponent(asked)}&type=${kind}`
        const search = buildAlertSearch(parseAlertQuery(query), kind, declarations, readWith)
        const { id } = await storeAlert(reader, query, { type: kind, rate: 'mly' })
        made[kind].push({ id, query: asked, tree: and(search.query.tree, search.filter) })
      }
    return made
  }

  async function rowsOf(kind: Kind): Promise<Rows> {
    const { declarations } = await searchServices(app)
    const index = declarations.indexes.find(({ name }) => name === INDEXES[kind])!
    const loader = new DocumentLoader(index, connection)
    const parents = await loader.parents(archive.listParentKeys(kind))
    const children: ChildDocument[] = []
    await connection.reading(async () => {
      const keys = parents.map(({ key }) => key)
      for await (const portion of loader.streamChildren(keys)) children.push(...portion)
    })
    return { index, parents, children }
  }

  /** Sent hits that don't match, and matches that weren't sent. */
  function wrongOf(
    { query, tree }: Alert,
    hits: string[],
    before: Set<string>,
    { index, parents, children }: Rows
  ): string[] {
    const truth = bruteForce(tree, index, parents, children)
    const told = hits.map((hit) => hit.split('/').map(Number) as [number, number?])
    const toldParents = new Set(told.map(([parent]) => parent))
    const toldOwn = new Set(
      told.flatMap(([parent, child]) => (child === undefined ? [parent] : []))
    )
    // Sent once, whatever its current parent.
    const toldChildren = new Set(told.map(([, child]) => child))
    const shown = children.filter(({ key }) => truth.children.has(key))
    return [
      ...told
        .filter((_, at) => !before.has(hits[at]!))
        .filter(([parent, child]) =>
          child === undefined ? !truth.parents.has(parent) : !truth.children.has(child)
        )
        .map((hit) => `${query}: sent ${hit.join('/')}`),
      ...shown
        .filter(({ key, parent }) => !toldChildren.has(key) && !toldOwn.has(parent))
        .map(({ key }) => `${query}: child not sent: ${key}`),
      ...[...truth.parents]
        .filter((key) => !toldParents.has(key))
        .filter((key) => !shown.some((child) => child.parent === key))
        .map((key) => `${query}: not sent: ${key}`),
    ]
  }

  test('{$self}: follows every table of its documents')
    .with(Object.values(INDEXES))
    .run(async ({ assert }, name) => {
      const { declarations } = await searchServices(app)
      const index = declarations.indexes.find((one) => one.name === name)!
      const { parents, children } = documentStatements(index)
      const database = await app.container.make('lucid.db')
      const trx = await database.transaction()
      for (const [at, sql] of [parents, ...(children ? [children.documents] : [])].entries())
        // Columns of a view have other names.
        await trx.rawQuery(
          `CREATE TEMP VIEW read_${at} (a, b, c${at ? '' : ', d'}) AS ${sql.replaceAll('$1', `'{}'::bigint[]`)}`.replaceAll(
            '?',
            '\\?'
          )
        )
      const { rows } = await trx.rawQuery(
        `SELECT DISTINCT table_name FROM information_schema.view_table_usage WHERE view_name LIKE 'read\\__'`
      )
      await trx.rollback()
      const read = rows.map(({ table_name: table }: { table_name: string }) => table)
      assert.isAbove(read.length, 2)
      assert.deepEqual(
        read.filter((table: string) => !(table in index.follows)),
        []
      )
    })

  test('sends everything that a search would return', async ({ assert }) => {
    const told = new Map<string, Set<string>>()
    const done: string[] = []
    const steps = [
      () => archive.fill(),
      ...Array.from({ length: STEPS }, () => async () => {
        const count = 1 + Math.floor(archive.next() * MAX_TOGETHER)
        for (let made = 0; made < count; made++) done.push(await archive.change())
      }),
    ]
    let matcher = await loadedMatcher()
    for (const [step, work] of steps.entries()) {
      if (step % PROCESS === 0) matcher = await loadedMatcher()
      await matching(work, matcher)
      const all = await allHits()
      for (const kind of Object.keys(INDEXES) as Kind[]) {
        const rows = await rowsOf(kind)
        for (const alert of alerts[kind]) {
          const hits = all.get(alert.id) ?? []
          const wrong = wrongOf(alert, hits, told.get(alert.id) ?? new Set(), rows)
          assert.deepEqual(
            wrong,
            [],
            `seed ${SEED}, after: ${done.slice(-MAX_TOGETHER).join('; ')}`
          )
          told.set(alert.id, new Set(hits))
        }
      }
    }
    assert.isAbove([...told.values()].filter((hits) => hits.size).length, ALERTS_OF_KIND)
    // The nightly sweep finds no missing hits, and sends nothing twice.
    const before = await allHits()
    await (await loadedMatcher()).sweep(new AbortController().signal)
    assert.deepEqual(await allHits(), before)
  })
})
