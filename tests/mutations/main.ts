/**
 * `npm run test:mutations -- FOLDER… [--count=50] [--seed=1] [--seconds=30] [--jobs=2]`
 *
 * Tests the specs with one source mutant at a time. A mutant that no spec detects
 * survives. Draws `count` mutants of the folders with a fixed seed, adds them with
 * switches to a copy of the tree, and runs the closest specs once to record which
 * of them execute which mutant. Each mutant then runs in a process with the specs
 * that execute it, closest and fastest first, up to `seconds` in total. If it
 * survives, it runs again with ten times as many.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { makeTemporaryFolder } from '../helpers/environment.js'
import { copyTree, ROOT } from '../helpers/server_process.js'
import { describe, drawMutants, placeMutants, type Mutant } from './mutants.js'

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '30' },
    jobs: { type: 'string', default: '2' },
  },
})
const [count, seed, seconds, jobs] = ['count', 'seed', 'seconds', 'jobs'].map((name) =>
  Number(values[name as keyof typeof values])
) as [number, number, number, number]
if (!folders.length) throw new Error('name folders, such as plugins/tags')

/** Migrations run once, before the tests. The other folders aren't part of a server. */
const NO_SOURCES = /\.d\.ts$|\/(tests|migrations|factories)\//
/** Suites whose specs run in the same process as the server. */
const SUITES = ['unit', 'contract', 'functional']
/** Milliseconds after which a mutant counts as an endless loop. */
const TIMEOUT = 600_000

const started = Date.now()
const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`
const limit = pLimit(jobs)
const folder = makeTemporaryFolder(existsSync('/dev/shm') ? '/dev/shm' : undefined)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const sources = execFileSync('git', ['ls-files', ...folders], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !NO_SOURCES.test(file))
const { drawn, total } = await drawMutants(ROOT, sources, { count, seed })
console.log(`${drawn.length} of ${total} mutants in ${sources.length} files`)

const tree = join(folder, 'tree')
copyTree(tree)
const mutants = await placeMutants(tree, drawn)
const prepared = join(folder, 'prepared')
await run(['bin/prepare_tests.ts', prepared], {})

const specs = nearestSpecs()
const dry = await dryRun()
const failing = specs.filter((spec) => dry.failedFiles.has(spec))
console.log(`${specs.length} specs, ${elapsed()}; fail unchanged: ${failing.join(', ') || 'none'}`)

const outcomes = Object.groupBy(
  await Promise.all(mutants.map((mutant) => limit(() => judge(mutant)))),
  ({ outcome }) => outcome
)
for (const outcome of ['survived', 'no coverage', 'timeout'])
  for (const { mutant } of outcomes[outcome] ?? [])
    console.log(`${outcome}: ${describe(mutant, ROOT)}`)
const counts = ['killed', 'survived', 'no coverage', 'timeout'].map(
  (outcome) => `${outcomes[outcome]?.length ?? 0} ${outcome}`
)
console.log(`${counts.join(', ')}; ${elapsed()}`)

/** Specs of the plugins with mutants, specs that import from them, and specs of all pages and lists. */
function nearestSpecs(): string[] {
  const plugins = new Set(mutants.map(({ fileName }) => pluginOf(fileName)))
  return SUITES.flatMap((suite) =>
    globSync(`{,plugins/*/}tests/${suite}/**/*.spec.ts`, { cwd: ROOT }).toSorted()
  ).filter((spec) => {
    if (plugins.has(undefined) || plugins.has(pluginOf(spec))) return true
    if (/list_pages|attempt_limits|every_resource/.test(spec)) return true
    return [...plugins].some((plugin) => textOf(spec).includes(`#plugins/${plugin}/`))
  })
}

/** Executed mutants, failures, and durations of the specs without a mutant. */
async function dryRun() {
  const size = Math.ceil(specs.length / (2 * jobs))
  const parts = Array.from({ length: Math.ceil(specs.length / size) }, (_, at) =>
    specs.slice(at * size, (at + 1) * size)
  )
  const runs = await Promise.all(
    parts.map((part) => limit(() => runSpecs(part, { CURIA_TEST_COVERAGE: '1' })))
  )
  return {
    failedFiles: new Set(runs.flatMap(({ report }) => report.failedFiles)),
    taken: Object.assign({}, ...runs.map(({ report }) => report.files)) as Record<string, number>,
    executed: runs.flatMap(({ report }) => Object.entries<string[]>(report.executed)),
  }
}

async function judge(mutant: Mutant): Promise<{ mutant: Mutant; outcome: string }> {
  const covering = dry.executed.flatMap(([spec, ids]) => (ids.includes(mutant.id) ? [spec] : []))
  let outcome = covering.length ? 'survived' : 'no coverage'
  for (const chosen of specsFor(mutant, covering)) {
    const { code } = await runSpecs(chosen, { __STRYKER_ACTIVE_MUTANT__: mutant.id }, TIMEOUT)
    if (code === 0) continue
    outcome = code === null ? 'timeout' : 'killed'
    break
  }
  if (outcome !== 'killed') console.error(`${outcome}: ${describe(mutant, ROOT)}`)
  return { mutant, outcome }
}

/**
 * Specs that execute a mutant. For mutants executed at module load or in threads,
 * the closest specs: the first ones, then the rest.
 */
function specsFor({ fileName }: Mutant, covering: string[]): string[][] {
  const own = covering.filter((spec) => spec !== 'static')
  const taken = (spec: string) => (dry.taken[spec] ?? 0) / 1000
  const all = (own.length ? own : specs.filter((spec) => distance(spec, fileName) < 2))
    .filter((spec) => !failing.includes(spec))
    .toSorted((a, b) => distance(a, fileName) - distance(b, fileName) || taken(a) - taken(b))
  const within = (from: string[], most: number) => {
    let left = most
    return from.filter((spec, at) => at === 0 || (left -= taken(spec)) >= 0)
  }
  const first = within(all, seconds)
  const others = all.filter((spec) => !first.includes(spec))
  return [first, within(others, 10 * seconds)].filter(({ length }) => length)
}

/** 0 for specs of the plugin or that import the file, 1 for those that import from its folder. */
function distance(spec: string, file: string): number {
  const text = textOf(spec)
  if (pluginOf(file) === (pluginOf(spec) ?? '') || text.includes(`#${file.slice(0, -3)}'`)) return 0
  return text.includes(`#${file.slice(0, file.lastIndexOf('/') + 1)}`) ? 1 : 2
}

function pluginOf(path: string): string | undefined {
  return /^plugins\/(\w+)\//.exec(path)?.[1]
}

function textOf(spec: string): string {
  return readFileSync(join(ROOT, spec), 'utf8')
}

async function runSpecs(files: string[], env: NodeJS.ProcessEnv, timeout?: number) {
  const path = join(folder, `${randomUUID()}.json`)
  const suites = SUITES.filter((suite) => files.some((file) => file.includes(`tests/${suite}/`)))
  const named = files.map((file) => `--files=${file.replace(/\.spec\.ts$/, '')}`)
  const stop = env.CURIA_TEST_COVERAGE ? [] : ['--bail']
  const words = ['bin/test.ts', ...suites, ...named, ...stop]
  const code = await run(words, { CURIA_TEST_REPORT: path, ...env }, timeout)
  // A process that ends early doesn't report.
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return { code, report: { failedFiles: [], files: {}, executed: {}, ...report } }
}

/** @returns the exit code, or null after a timeout */
function run(words: string[], env: NodeJS.ProcessEnv, timeout?: number): Promise<number | null> {
  const child = spawn(process.execPath, ['--import=./bin/read_types.js', ...words], {
    cwd: tree,
    env: {
      ...process.env,
      ...{ TMPDIR: folder, CURIA_TEST_RECORDS: folder, CURIA_TEST_EVERYTHING: '' },
      ...(words[0] === 'bin/test.ts' ? { CURIA_TEST_PREPARED: prepared } : {}),
      ...env,
    },
    stdio: 'ignore',
    timeout,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve) => child.once('close', resolve))
}
