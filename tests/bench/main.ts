/**
 * `npm run bench`: compares the server with a baseline measured in the same run, and
 * prints the ratios. Arguments select benches: loop, import, exports, sheets, http, records, limits,
 * console, search, search-fairness, alerts, citations, citation-lookup, linking,
 * visualizations, tools, pages, docket-page, fetch, workers, fairness, capacity, follow,
 * mirror, history, soak, freshness, idle, start, paint. `citations` includes `citation-lookup` and `linking`. `soak` and
 * `capacity` run only when named.
 *
 * Settings, with defaults:
 * - BENCH_DIR (./tmp/bench), BENCH_ROUNDS (5), and BENCH_SECONDS per round (4);
 * - rows: BENCH_DOCKETS (1,000,000), BENCH_DOCUMENTS (10,000,000), BENCH_PEOPLE (1,000,000),
 *   BENCH_SHEETS (5,000), BENCH_ACCOUNTS (1,000,000);
 * - search: BENCH_OPINIONS (100,000) of BENCH_WORDS (250), BENCH_CHUNKS (100,000), and
 *   BENCH_PEER (at most 200,000 in PostgreSQL);
 * - follow: BENCH_FOLLOWED (200,000) dockets imported while a server runs;
 * - mirror: BENCH_MIRRORED (20,000) dockets of the upstream server;
 * - history: BENCH_VERSIONED (50,000) dockets;
 * - alerts: BENCH_ALERTED (2,000) opinions;
 * - idle: BENCH_IDLE (300) seconds without requests;
 * - linking: BENCH_LINKED (10,000) opinions;
 * - citation-lookup: BENCH_CITED (1,000,000) decisions;
 * - docket-page: BENCH_ENTRIES (10,000);
 * - fetch: BENCH_FETCHES (500) of BENCH_FETCHERS (50) accounts, in BENCH_WAVES (3);
 * - visualizations: BENCH_EDGES (10,000,000) citations;
 * - pages: COURT_PAGES, a folder of court pages;
 * - start: BENCH_COMMIT (677fd1fb) to compare with;
 * - fairness: light requests while heavy ones run, with BENCH_WORKERS (1,2) web processes.
 *   BENCH_BESIDE selects heavy requests by name;
 * - soak: BENCH_CONNECTIONS (100), BENCH_DURATION (60) seconds, BENCH_RATE (100) requests
 *   per second, and BENCH_IMPORTED (2,000) dockets in each tenth of the duration;
 * - capacity: BENCH_ROWS (1,000,000) of each table, or only of BENCH_TABLE, in a separate
 *   data folder.
 */
process.env.NODE_ENV = 'production'

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { createIgnitor } from '../../bin/ignite.js'
import { benchFreshness } from './freshness_bench.js'
import { benchHttp } from './http_bench.js'
import { httpCases, recordCases } from './http_cases.js'
import { benchIdle } from './idle_bench.js'
import { benchLookup } from './lookup_bench.js'
import { fillRecords } from './records_fill.js'
import { benchSearch } from './search_bench.js'
import { benchFairness } from './search_fairness.js'
import { OpenDatabase } from '#app/database/connection'

const folder = resolve(process.env.BENCH_DIR ?? 'tmp/bench')
const dockets = Number(process.env.BENCH_DOCKETS ?? 1_000_000)
const archive = join(folder, `archive-${dockets}`)
const dataDir = join(folder, 'data')
mkdirSync(folder, { recursive: true })
// Where the test helpers store process output.
process.env.CURIA_TEST_RECORDS ??= join(folder, 'records')

/** The engine and matching need no archive. */
const WITHOUT_APPLICATION = [
  'loop',
  'search',
  'search-fairness',
  'alerts',
  'pages',
  'start',
  'paint',
]
/** Benches that fill a separate database. */
const WITHOUT_ARCHIVE = [
  'sheets',
  'console',
  'citations',
  'citation-lookup',
  'linking',
  'visualizations',
  'tools',
  'docket-page',
  'fetch',
  'workers',
  'fairness',
  'capacity',
  'follow',
  'mirror',
  'history',
]

const wanted = process.argv.slice(2)
if (wanted.includes('citations')) wanted.push('citation-lookup', 'linking')
const runs = (name: string) => !wanted.length || wanted.includes(name)
/** A bench of a removable plugin, imported by name so that the tree type-checks without it. */
const benchOf = (module: string) => import(`#plugins/${module}`)
const engineBench = {
  folder,
  opinions: Number(process.env.BENCH_OPINIONS ?? 100_000),
  words: Number(process.env.BENCH_WORDS ?? 250),
}
if (runs('loop')) {
  const { benchLoop } = await import('./loop_bench.js')
  benchLoop(folder)
}
if (runs('pages')) {
  const { benchHostilePages } = await import('./hostile_pages_bench.js')
  benchHostilePages()
  const { benchPages } = await import('./pages_bench.js')
  if (process.env.COURT_PAGES) await benchPages(process.env.COURT_PAGES)
}
if (runs('search'))
  await benchSearch({
    ...engineBench,
    chunks: Number(process.env.BENCH_CHUNKS ?? 100_000),
    peer: Number(process.env.BENCH_PEER ?? 200_000),
    rounds: Number(process.env.BENCH_ROUNDS ?? 5),
    typesense: process.env.TYPESENSE_TEST_URL
      ? {
          urls: process.env.TYPESENSE_TEST_URL,
          apiKey: process.env.TYPESENSE_TEST_KEY ?? '',
        }
      : null,
  })
if (runs('start')) {
  const { benchStart } = await import('./start_bench.js')
  await benchStart({
    folder,
    baseline: process.env.BENCH_COMMIT ?? '677fd1fb',
    rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  })
}
if (runs('paint')) {
  const { benchPaint } = await import('./paint_bench.js')
  await benchPaint(join(folder, 'sample'), Number(process.env.BENCH_ROUNDS ?? 5))
}
if (runs('search-fairness')) await benchFairness(engineBench)
if (runs('alerts')) {
  const { benchAlerts } = await benchOf('alerts/tests/bench/alerts_bench')
  await benchAlerts({
    documents: Number(process.env.BENCH_ALERTED ?? 2_000),
    words: Number(process.env.BENCH_WORDS ?? 250),
  })
}
if (runs('citations')) {
  const { benchCitations } = await benchOf('citations/tests/bench/citations_bench')
  benchCitations()
}
if (wanted.length && wanted.every((name) => WITHOUT_APPLICATION.includes(name))) process.exit(0)

const isAboutArchive = (name: string) =>
  ![...WITHOUT_APPLICATION, ...WITHOUT_ARCHIVE].includes(name)
const needsArchive = !wanted.length || wanted.some(isAboutArchive)

if (needsArchive && !readdirSync(folder).includes(`archive-${dockets}`)) {
  console.log(`generating an archive of ${dockets.toLocaleString('en')} dockets …`)
  const draft = `${archive}.draft`
  rmSync(draft, { recursive: true, force: true })
  execFileSync(
    process.execPath,
    ['ace.js', 'bulk:generate', '--dockets', String(dockets), '--out', draft],
    { stdio: 'inherit' }
  )
  execFileSync('mv', [draft, archive])
}

if (runs('import')) rmSync(dataDir, { recursive: true, force: true })
Object.assign(process.env, {
  // Rows of the capacity bench have no parents and don't belong in an archive.
  DATA_DIR: wanted[0] === 'capacity' ? join(folder, 'capacity') : dataDir,
  DATABASE_URL: '',
  SAMPLE_ARCHIVE: 'off',
  LOG_LEVEL: 'warn',
})

const ignitor = createIgnitor()
const app = ignitor.createApp('console')
await app.init()
await app.boot()
const { migrate } = await import('#app/boot/migrate')
const { publishChanges } = await import('#app/events/publication')
await migrate(app)
const { connection } = await app.container.make(OpenDatabase)
const { PluginHost } = await import('#core/plugin_host')
const { bulkTables, resources, publications, searchIndexes } = await app.container.make(PluginHost)
const client = new pg.Client(connection)
await client.connect()
await publishChanges(client, publications)

const files = new Map(
  (needsArchive ? readdirSync(archive) : []).map((name) => [
    name.replace(/-\d{4}-\d{2}-\d{2}\.csv$/, ''),
    join(archive, name),
  ])
)
const tables = bulkTables.map(({ declaration }) => declaration)
/** Not yet imported. */
const isEmpty = async () => !(await client.query('SELECT FROM dockets LIMIT 1')).rowCount
const READS_ARCHIVE = ['exports', 'idle', 'freshness', 'soak']
if (runs('import') || (READS_ARCHIVE.some(runs) && (await isEmpty()))) {
  const derived = `${archive}-derived`
  mkdirSync(derived, { recursive: true })
  const { benchImport, benchUnpacking } = await benchOf('bulk_data/tests/bench/import_bench')
  await benchImport({ client, connection, tables, files, folder: derived })
  await benchUnpacking(files.get('citations')!, derived)
  console.log('VACUUM ANALYZE …\n')
  await client.query('VACUUM ANALYZE')
}
if (runs('exports')) {
  const { benchExport } = await benchOf('bulk_data/tests/bench/export_bench')
  const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
  await benchExport({ client, connection, tables, resources: resources.all(), folder, rounds })
}
if (runs('sheets')) {
  const { benchSheets } = await benchOf('federal_records/tests/bench/sheets_bench')
  await benchSheets({ app, folder, dockets: Number(process.env.BENCH_SHEETS ?? 5000) })
}
const http = {
  client,
  connection,
  registry: resources,
  dataDir,
  folder,
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  seconds: Number(process.env.BENCH_SECONDS ?? 4),
}
if (runs('http')) await benchHttp(http, await httpCases(client, resources))
if (runs('records')) {
  const size = {
    documents: Number(process.env.BENCH_DOCUMENTS ?? 10_000_000),
    people: Number(process.env.BENCH_PEOPLE ?? 1_000_000),
  }
  console.log(
    `filling ${size.documents.toLocaleString('en')} documents and ${size.people.toLocaleString('en')} people …\n`
  )
  await fillRecords(client, size)
  await benchHttp(http, recordCases(size))
  await benchLookup(connection, resources, size.documents)
}
if (runs('limits')) {
  // The framework services it uses require the application first.
  const { benchLimits } = await import('./limits_bench.js')
  await benchLimits(http, app)
}
if (wanted[0] === 'capacity') {
  const { benchCapacity } = await import('./capacity_bench.js')
  const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
  await benchCapacity(client, rows, process.env.BENCH_TABLE)
}
if (runs('console')) {
  const { benchConsole } = await import('./console_bench.js')
  await benchConsole(app, Number(process.env.BENCH_ACCOUNTS ?? 1_000_000))
}
if (runs('linking')) {
  const { benchLinking } = await benchOf('citations/tests/bench/linking_bench')
  await benchLinking(app, Number(process.env.BENCH_LINKED ?? 10_000))
}
if (runs('visualizations')) {
  const { benchVisualizations } = await benchOf('visualizations/tests/bench/visualizations_bench')
  await benchVisualizations(app, {
    edges: Number(process.env.BENCH_EDGES ?? 10_000_000),
    decisions: 1_000_000,
  })
}
if (runs('history')) {
  const { benchHistory } = await benchOf('history/tests/bench/history_bench')
  await benchHistory({
    app,
    folder,
    dockets: Number(process.env.BENCH_VERSIONED ?? 50_000),
    rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  })
}
await client.end()
await app.terminate()
// After the application, to exclude its connections from the measurements.
if (runs('citation-lookup')) {
  const { benchCitationLookup } = await benchOf('citations/tests/bench/citation_lookup_bench')
  await benchCitationLookup({
    ...http,
    dataDir: join(folder, 'cited'),
    decisions: Number(process.env.BENCH_CITED ?? 1_000_000),
  })
}
if (runs('tools')) {
  const { benchTools } = await benchOf('tool_server/tests/bench/tools_bench')
  await benchTools({ ...http, dataDir: join(folder, 'sample') })
}
if (runs('docket-page')) {
  const { benchDocketPage } = await benchOf('federal_records/tests/bench/docket_page_bench')
  await benchDocketPage({
    ...http,
    dataDir: join(folder, 'sample'),
    entries: Number(process.env.BENCH_ENTRIES ?? 10_000),
  })
}
if (runs('fetch')) {
  const { benchFetch } = await benchOf('fetch/tests/bench/fetch_bench')
  await benchFetch({
    dataDir: join(folder, 'fetches'),
    fetches: Number(process.env.BENCH_FETCHES ?? 500),
    accounts: Number(process.env.BENCH_FETCHERS ?? 50),
    waves: Number(process.env.BENCH_WAVES ?? 3),
    seconds: http.seconds,
  })
}
if (runs('workers')) {
  const { benchWorkers } = await import('./workers_bench.js')
  await benchWorkers({ ...http, dataDir: join(folder, 'sample') })
}
if (runs('follow')) {
  const { benchFollow } = await import('./follow_bench.js')
  await benchFollow({
    folder,
    dockets: Number(process.env.BENCH_FOLLOWED ?? 200_000),
    follows: Object.fromEntries(
      searchIndexes.map(({ name, follows }) => [name, Object.keys(follows)])
    ),
  })
}
if (runs('mirror')) {
  const { benchMirror } = await benchOf('mirror/tests/bench/mirror_bench')
  const mirrored = Number(process.env.BENCH_MIRRORED ?? 20_000)
  await benchMirror({ folder, dockets: mirrored, changed: Math.ceil(mirrored / 10), single: 20 })
}
if (runs('fairness')) {
  const { benchRequestFairness } = await import('./fairness_bench.js')
  const { makePdf, scanOf } = await benchOf('federal_records/tests/make_pdf')
  const scan = await scanOf({ lines: Array.from({ length: 40 }, (_, n) => `Line ${n} of a scan.`) })
  await benchRequestFairness({
    dataDir: join(folder, 'fairness-data'),
    workers: (process.env.BENCH_WORKERS ?? '1,2').split(',').map(Number),
    scan: await makePdf([{ scan }, { scan }, { scan }]),
    beside: process.env.BENCH_BESIDE,
  })
}
if (wanted.includes('soak')) {
  const { benchSoak } = await import('./soak_bench.js')
  await benchSoak({
    dataDir,
    folder,
    connections: Number(process.env.BENCH_CONNECTIONS ?? 100),
    seconds: Number(process.env.BENCH_DURATION ?? 60),
    rate: Number(process.env.BENCH_RATE ?? 100),
    imported: Number(process.env.BENCH_IMPORTED ?? 2_000),
  })
}
if (runs('freshness')) await benchFreshness(dataDir)
if (runs('idle')) {
  const name = `${dockets.toLocaleString('en')} dockets`
  await benchIdle({
    archives: {
      sample: { dataDir: join(folder, 'sample'), settings: { SAMPLE_ARCHIVE: 'auto' } },
      [name]: { dataDir, settings: {} },
    },
    seconds: Number(process.env.BENCH_IDLE ?? 300),
  })
}
