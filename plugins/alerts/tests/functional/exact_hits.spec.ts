/**
 * An alert fires for a change if and only if its search finds the document after the change and
 * did not before. For alerts on new cases, the change must also have created the docket.
 * Compared with a check of every row, for random alerts and changes of every source.
 */
import { rmSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { OpenDatabase } from '#app/database/connection'
import { ArchiveConnection } from '#app/search/indexer/archive_connection'
import { DocumentLoader } from '#app/search/indexer/document_loader'
import { joinRows, matches, type AnalysedRow } from '#app/search_engine/query/evaluate'
import { and, type QueryTree } from '#app/search_engine/query/tree'
import { ACCOUNTS } from '#plugins/demo_courts/simulator/start_simulator'
import { useSimulator } from '#plugins/demo_courts/tests/use_simulator'
import { parseInThread } from '#plugins/federal_records/public/merging'
import { createRegistryClient } from '#plugins/fetch/registry_client/client'
import { useCourtSystem } from '#plugins/fetch/tests/use_court_system'
import { searchServices } from '#plugins/search/services'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { random } from '#tests/search/archive'
import { MatchedRow } from '../../matching/query_index.js'
import { buildAlertSearch, parseAlertQuery } from '../../search_alerts/alert_query.js'
import { allHits, loadedMatcher, makeReader, matching, storeAlert } from '../alert_helpers.js'
import { removeRows, uniqueWord } from '../archive_rows.js'
import { ChangeSources, REGISTRY_CASES } from '../change_sources.js'
import { INDEXES, RandomArchive, type Kind } from '../random_archive.js'

const SEED = Number(process.env.FUZZED_SEED ?? 11)
/** Pairs of an alert and a change. */
const PAIRS = Number(process.env.CURIA_TEST_ALERT_PAIRS ?? 300)
/** Number of changes after which a new process does the matching. */
const PROCESS = 7
const READER = ACCOUNTS.find(({ name }) => name === 'simreader')!

type Word = () => string
const ASKED: Record<Kind | 'd', ((word: Word) => string)[]> = {
  o: [
    (word) => word(),
    (word) => `${word()} -${word()}`,
    (word) => `caseName:${word()}`,
    (word) => `text:${word()} AND caseName:${word()}`,
    (word) => `syllabus:${word()} OR judge:${word()} OR panel_names:${word()}`,
    (word) => `${word()} AND cites:[1 TO *]`,
  ],
  r: [
    (word) => word(),
    (word) => `${word()} -${word()}`,
    (word) => `caseName:${word()} AND plain_text:${word()}`,
    (word) => `party:${word()} OR description:${word()}`,
    (word) => `attorney:${word()} AND caseName:${word()}`,
    (word) => `plain_text:${word()}`,
  ],
  d: [
    (word) => word(),
    (word) => `caseName:${word()}`,
    (word) => `${word()} OR description:${word()}`,
  ],
  oa: [(word) => word(), (word) => `judge:${word()} OR caseName:${word()}`],
}
const ALERTS_OF_TYPE = { o: 12, r: 12, d: 12, oa: 6 }
const ALERTS = 42

interface Alert {
  id: string
  type: Kind | 'd'
  query: string
  tree: QueryTree
}

/** Rows by key: parents as `12`, children as `12/34`. */
interface State {
  own: Map<number, AnalysedRow>
  children: Map<number, { parent: number; row: AnalysedRow }>
}

test.group('exact hits of search alerts', (group) => {
  const use = useSimulator(group)
  let connection: ArchiveConnection
  let archive: RandomArchive
  let sources: ChangeSources
  let alerts: Alert[]
  let database: Database

  group.each.setup(async () => {
    database = await app.container.make('lucid.db')
    for (const table of ['search_alerts', 'search_alert_sweeps', 'linking_queue'])
      await database.from(table).delete()
    connection = await ArchiveConnection.open((await app.container.make(OpenDatabase)).connection)
    const next = random(SEED)
    const unique = Array.from({ length: 4 }, uniqueWord)
    const pick = (words: string[]) => words[Math.floor(next() * words.length)]!
    // Words of the uploaded and fetched dockets.
    const searched = [...unique, ...unique, 'motion', 'order', 'complaint']
    const text = () => `${pick(unique)} and ${pick(unique)}`
    alerts = await makeAlerts(() => pick(searched))
    archive = new RandomArchive(database, next, text)
    sources = new ChangeSources(database, archive, text, {
      registry_username: READER.name,
      registry_password: READER.password,
    })
    await sources.open()
    const folder = makeTemporaryFolder()
    const client = createRegistryClient({
      parse: parseInThread,
      connect: { host: '127.0.0.1', port: use.simulator.port },
      proxy: null,
      maxPerCourt: 4,
      maxRequests: 8,
      interval: 0,
      folder,
    })
    const restore = await useCourtSystem(client)
    return async () => {
      restore()
      await client.close()
      rmSync(folder, { recursive: true, force: true })
      await connection.close()
      await sources.close()
      await archive.remove()
      await removeRows()
    }
  })

  async function makeAlerts(word: Word): Promise<Alert[]> {
    const reader = await makeReader()
    const { declarations, context } = await searchServices(app)
    const readWith = await context()
    const made: Alert[] = []
    for (const [type, count] of Object.entries(ALERTS_OF_TYPE) as [Kind | 'd', number][])
      for (let number = 0; number < count; number++) {
        const asked = ASKED[type][number % ASKED[type].length]!(word)
        const query = `q=${encodeURIComponent(asked)}&type=${type === 'd' ? 'r' : type}`
        const search = buildAlertSearch(parseAlertQuery(query), type, declarations, readWith)
        const { id } = await storeAlert(reader, query, { type, rate: 'mly' })
        made.push({ id, type, query: asked, tree: and(search.query.tree, search.filter) })
      }
    return made
  }

  /** The searched rows of an index that changes may affect. */
  async function readState(kind: Kind): Promise<State> {
    const { declarations } = await searchServices(app)
    const index = declarations.indexes.find(({ name }) => name === INDEXES[kind])!
    const loader = new DocumentLoader(index, connection)
    const keys = new Set(archive.listParentKeys(kind))
    if (kind === 'r')
      for (const { id } of await database
        .from('dockets')
        .whereIn('registry_case_id', REGISTRY_CASES))
        keys.add(Number(id))
    const own = new Map<number, AnalysedRow>()
    for (const { key, fields } of await loader.parents([...keys]))
      own.set(key, new MatchedRow(index, fields).analysed)
    const children: State['children'] = new Map()
    await connection.reading(async () => {
      for await (const portion of loader.streamChildren([...own.keys()]))
        for (const { key, parent, fields } of portion) {
          const row = joinRows(own.get(parent)!, new MatchedRow(index, fields).analysed)
          children.set(key, { parent, row })
        }
    })
    if (index.ownRow !== 'always') for (const { parent } of children.values()) own.delete(parent)
    return { own, children }
  }

  const readStates = async () => ({
    o: await readState('o'),
    r: await readState('r'),
    oa: await readState('oa'),
  })

  const dockets = async () =>
    new Set((await database.from('dockets').select('id')).map(({ id }) => Number(id)))

  /** What a search finds, as `parent` or `parent/child`. */
  function found({ tree, type }: Alert, states: Record<Kind, State>): Map<string, number> {
    const { own, children } = states[type === 'd' ? 'r' : type]
    const keys = new Map<string, number>()
    for (const [key, row] of own) if (matches(tree, row)) keys.set(String(key), key)
    for (const [key, { parent, row }] of children)
      if (matches(tree, row)) keys.set(type === 'd' ? String(parent) : `/${key}`, parent)
    return keys
  }

  test(`fires exactly for new matches, for ${PAIRS} pairs of an alert and a change`, async ({
    assert,
  }) => {
    await matching(() => archive.fill())
    await database.from('search_alert_hits').delete()
    const known = new Map(alerts.map(({ id }) => [id, new Set<string>()]))
    let matcher = await loadedMatcher()
    let before = await readStates()
    let existing = await dockets()
    const fired = { o: 0, r: 0, d: 0, oa: 0 }
    for (let step = 0; step * ALERTS < PAIRS; step++) {
      if (step % PROCESS === 0) matcher = await loadedMatcher()
      let done = ''
      await matching(async () => (done = await sources.change()), matcher)
      const after = await readStates()
      const all = await allHits()
      for (const alert of alerts) {
        const { id, type, query } = alert
        const sent = known.get(id)!
        const hits = (all.get(id) ?? []).map((hit) => hit.replace(/^\d+(?=\/)/, ''))
        const fresh = hits.filter((hit) => !sent.has(hit))
        const [old, now] = [found(alert, before), found(alert, after)]
        const isNew = (key: string) =>
          now.has(key) &&
          !sent.has(key) &&
          (type === 'd' ? !existing.has(Number(key)) : !old.has(key))
        const reason = `seed ${SEED}, step ${step}, ${type} alert on ${query}, after: ${done}`
        assert.deepEqual(
          fresh.filter((key) => !isNew(key)),
          [],
          `fired without reason: ${reason}`
        )
        const reported = new Set(hits)
        const missing = [...now.keys()].filter((key) => isNew(key) && !reported.has(key))
        // A hit on a case covers its documents.
        const isCovered = (key: string) =>
          key.startsWith('/') && reported.has(String(now.get(key))) && now.has(String(now.get(key)))
        assert.deepEqual(
          missing.filter((key) => !isCovered(key)),
          [],
          `did not fire: ${reason}`
        )
        for (const hit of hits) sent.add(hit)
        fired[type] += fresh.length
      }
      before = after
      existing = await dockets()
    }
    // The random changes are useful only if alerts fire.
    assert.isAbove(fired.o + fired.r + fired.d + fired.oa, 0)
    if (PAIRS < 1_000) return
    for (const type of ['o', 'r', 'd'] as const) assert.isAbove(fired[type], 0, type)
  }).timeout(1_200_000)
})
