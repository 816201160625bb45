/**
 * `npm run test:mutations -- FOLDER… [--count=50] [--seed=1] [--only=FILE] [--seconds=30]
 * [--jobs=2]`
 *
 * Tests the specs with one source mutant at a time. A mutant that no spec detects
 * survives. Draws `count` mutants of the folders with a fixed seed, compiles them, adds
 * those without compile errors with switches to a copy of the tree, and runs the closest
 * specs once to record which of them execute which mutant. Each mutant then runs in a
 * process with the specs that execute it, closest and fastest first, up to `seconds` in
 * total. If it survives, it runs again with ten times as many, and then with the specs
 * that a plain `npm test` skips.
 *
 * `--only` runs the mutants that an earlier run printed to a file, even when their lines
 * have changed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { makeTemporaryFolder } from '../helpers/environment.js'
import { copyTree, ROOT } from '../helpers/server_process.js'
import { findCompileErrors } from './compile_errors.js'
import { EXCLUDED_FILES } from './exclusions.js'
import { describe, placeMutants, shuffledMutants, type Mutant } from './mutants.js'

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    jobs: { type: 'string', default: '2' },
  },
})
const [count, seed, seconds, jobs] = ['count', 'seed', 'seconds', 'jobs'].map((name) =>
  Number(values[name as keyof typeof values])
) as [number, number, number, number]
if (!folders.length) throw new Error('name folders, such as plugins/tags')

/** Suites whose specs run in the same process as the server. */
const SUITES = ['unit', 'contract', 'functional']
/** Those, and the suite that starts servers and commands. */
const ALL_SUITES = [...SUITES, 'system']
const BUILD = `import { ensureBuilt } from './bin/run_build.js'; await ensureBuilt()`
/** Milliseconds after which a mutant counts as an endless loop. */
const TIMEOUT = 600_000

process.env.CURIA_TEST_EVERYTHING = ''
const started = Date.now()
const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`
const limit = pLimit(jobs)
const folder = makeTemporaryFolder(existsSync('/dev/shm') ? '/dev/shm' : undefined)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const sources = execFileSync('git', ['ls-files', ...folders], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !EXCLUDED_FILES.some(({ files }) => files.test(file)))
const all = await shuffledMutants(ROOT, sources, seed)
const drawn = values.only ? namedIn(values.only, all) : all.slice(0, count)
console.log(`${drawn.length} of ${all.length} mutants in ${sources.length} files`)

const tree = join(folder, 'tree')
copyTree(tree)
const rejected = await findCompileErrors(drawn, { root: ROOT, tree })
console.log(`${rejected.size} don't compile, ${elapsed()}`)
const mutants = await placeMutants(
  tree,
  drawn.filter((mutant) => !rejected.has(mutant))
)
const prepared = join(folder, 'prepared')
await run(['bin/prepare_tests.ts', prepared], {})

const outcomes = await judgeAll(mutants, nearestSpecs(mutants, SUITES))
const missed = mutants.filter((mutant) =>
  ['survived', 'no coverage'].includes(outcomes.get(mutant)!)
)
if (missed.length) {
  process.env.CURIA_TEST_EVERYTHING = '1'
  await run(['--input-type=module', '--eval', BUILD], {})
  const specs = nearestSpecs(missed, ALL_SUITES).filter(isSkippedInPlainRun)
  for (const [mutant, outcome] of await judgeAll(missed, specs))
    if (outcome !== 'no coverage') outcomes.set(mutant, outcome)
}
const found = Map.groupBy(mutants, (mutant) => outcomes.get(mutant)!)
for (const outcome of ['survived', 'no coverage', 'timeout'])
  for (const mutant of found.get(outcome) ?? [])
    console.log(`${outcome}: ${describe(mutant, ROOT)}`)
const counts = ['killed', 'survived', 'no coverage', 'timeout'].map(
  (outcome) => `${found.get(outcome)?.length ?? 0} ${outcome}`
)
console.log(`${counts.join(', ')}, ${rejected.size} compile errors; ${elapsed()}`)

/** Mutants described in a file. The line counts if a mutant at that line has the description. */
function namedIn(file: string, from: Mutant[]): Mutant[] {
  const withoutLine = (text: string) => text.replace(/^(\S+):\d+ /, '$1 ')
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/^[a-z ]+: /, ''))
  const named = new Set(lines)
  const exact = new Set(
    from.map((mutant) => describe(mutant, ROOT)).filter((one) => named.has(one))
  )
  const moved = new Set(lines.filter((line) => !exact.has(line)).map(withoutLine))
  return from.filter((mutant) => {
    const description = describe(mutant, ROOT)
    return exact.has(description) || moved.has(withoutLine(description))
  })
}

/** Runs mutants with those of some specs that execute them. */
async function judgeAll(chosen: Mutant[], specs: string[]): Promise<Map<Mutant, string>> {
  if (!chosen.length) return new Map()
  const dry = await dryRun(specs)
  const failing = specs.filter((spec) => dry.failedFiles.has(spec))
  console.log(
    `${specs.length} specs, ${elapsed()}; fail unchanged: ${failing.join(', ') || 'none'}`
  )
  const passing = specs.filter((spec) => !failing.includes(spec))
  const judged = chosen.map((mutant) => limit(() => judge(mutant, passing, dry)))
  return new Map(await Promise.all(judged))
}

/** Whether a plain `npm test` skips the spec or groups of it. */
function isSkippedInPlainRun(spec: string): boolean {
  return spec.includes('/system/') || textOf(spec).includes('takesMinutes(')
}

/** Specs of the plugins with mutants, specs that import from them, and specs of all pages and lists. */
function nearestSpecs(chosen: Mutant[], suites: string[]): string[] {
  const plugins = new Set(chosen.map(({ fileName }) => pluginOf(fileName)))
  return suites
    .flatMap((suite) =>
      globSync(`{,plugins/*/}tests/${suite}/**/*.spec.ts`, { cwd: ROOT }).toSorted()
    )
    .filter((spec) => {
      if (plugins.has(undefined) || plugins.has(pluginOf(spec))) return true
      if (/list_pages|attempt_limits|every_resource/.test(spec)) return true
      return [...plugins].some((plugin) => textOf(spec).includes(`#plugins/${plugin}/`))
    })
}

interface DryRun {
  failedFiles: Set<string>
  /** Milliseconds by spec. */
  taken: Record<string, number>
  /** IDs of mutants by spec. */
  executed: [string, string[]][]
}

/** Runs specs without a mutant. */
async function dryRun(specs: string[]): Promise<DryRun> {
  const recorded = join(folder, randomUUID())
  mkdirSync(recorded)
  const preload = `--import=${join(tree, 'tests/mutations/record_processes.js')}`
  const env = { CURIA_TEST_COVERAGE: recorded, NODE_OPTIONS: preload }
  const size = Math.ceil(specs.length / (2 * jobs))
  const parts = Array.from({ length: Math.ceil(specs.length / size) }, (_, at) =>
    specs.slice(at * size, (at + 1) * size)
  )
  const runs = await Promise.all(parts.map((part) => limit(() => runSpecs(part, env))))
  const processes = globSync('*.executed.json', { cwd: recorded }).map((file) =>
    JSON.parse(readFileSync(join(recorded, file), 'utf8'))
  )
  return {
    failedFiles: new Set(runs.flatMap(({ report }) => report.failedFiles)),
    taken: Object.assign({}, ...runs.map(({ report }) => report.files)) as Record<string, number>,
    executed: [...runs.map(({ report }) => report.executed), ...processes].flatMap((executed) =>
      Object.entries<string[]>(executed)
    ),
  }
}

async function judge(mutant: Mutant, specs: string[], dry: DryRun): Promise<[Mutant, string]> {
  const covering = dry.executed.flatMap(([spec, ids]) => (ids.includes(mutant.id) ? [spec] : []))
  let outcome = covering.length ? 'survived' : 'no coverage'
  for (const chosen of covering.length ? specsFor(mutant, specs, { covering, dry }) : []) {
    const { code } = await runSpecs(chosen, { __STRYKER_ACTIVE_MUTANT__: mutant.id }, TIMEOUT)
    if (code === 0) continue
    outcome = code === null ? 'timeout' : 'killed'
    break
  }
  if (outcome !== 'killed') console.error(`${outcome}: ${describe(mutant, ROOT)}`)
  return [mutant, outcome]
}

/**
 * Specs that execute a mutant, or all specs for mutants executed at module load or in
 * threads, by closeness: the first ones, then the rest.
 */
function specsFor(
  { fileName }: Mutant,
  specs: string[],
  { covering, dry }: { covering: string[]; dry: DryRun }
): string[][] {
  const own = specs.filter((spec) => covering.includes(spec))
  const taken = (spec: string) => (dry.taken[spec] ?? 0) / 1000
  const sorted = (covering.includes('static') ? specs : own).toSorted(
    (a, b) =>
      Number(own.includes(b)) - Number(own.includes(a)) ||
      distance(a, fileName) - distance(b, fileName) ||
      taken(a) - taken(b)
  )
  const within = (from: string[], most: number) => {
    let left = most
    return from.filter((spec, at) => at === 0 || (left -= taken(spec)) >= 0)
  }
  const first = within(sorted, seconds)
  const others = sorted.filter((spec) => !first.includes(spec))
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
  const suites = ALL_SUITES.filter((suite) =>
    files.some((file) => file.includes(`tests/${suite}/`))
  )
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
      ...{ TMPDIR: folder, CURIA_TEST_RECORDS: folder },
      ...(words[0] === 'bin/test.ts' ? { CURIA_TEST_PREPARED: prepared } : {}),
      ...env,
    },
    stdio: 'ignore',
    timeout,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve) => child.once('close', resolve))
}
