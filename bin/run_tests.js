/**
 * `npm test`: runs the suites in several processes, adds up their results, and
 * prints skipped tests with reasons.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './run_build.js'
import { ensureRuntime } from './runtime.js'
import { makeTestFolder } from './test_folder.js'

const USAGE = `npm test [suite …] -- [--files=name,…] [--tests='title'] [--crashes=n] [--times]

Suites: system, unit, functional, crash, browser, contract; all by default.
The suite of a spec is its folder under tests/ or plugins/<name>/tests/.
--files accepts the ends of file names without .spec.ts.
--times prints CPU and elapsed seconds of each process and spec.
CURIA_TEST_MINUTES is the time after which tests of crash, system, and browser are skipped.`

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log(USAGE)
  process.exit(0)
}

await ensureRuntime()

/**
 * Suites that each run in a separate process, in the order of their start. Long suites, which a
 * slow machine can't finish in time, are last.
 */
const SUITES = ['functional', 'unit', 'contract', 'crash', 'system', 'browser']
/** Specs of the longest suites that each run in a separate process, the longest first. */
const PARTS = {
  crash: ['tests/crash/*', 'plugins/*/tests/crash/*'],
  system: [
    'tests/system/[s-z]*',
    'tests/system/[g-o]*',
    'plugins/*/tests/system/*',
    'tests/system/[p-r]*',
    'tests/system/[a-f]*',
  ],
  functional: [
    'plugins/[f-z]*/tests/functional/**/*',
    'tests/functional/**/*',
    'plugins/[a-e]*/tests/functional/**/*',
  ],
  browser: ['tests/browser/**/*', 'plugins/*/tests/browser/*'],
  unit: ['tests/unit/**/*', 'plugins/*/tests/unit/**/*'],
}
/** Suites that start servers of the build. */
const SERVERS = ['system', 'crash']
/** Twice the number of processors, because these tests mostly wait for recovery or servers. */
const AT_ONCE = 4
/** Milliseconds without output after which a process is stopped: more than any test may take. */
const MAX_SILENCE = 21 * 60_000

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = makeTestFolder()
const given = process.argv.slice(2)
const asked = given.filter((argument) => !argument.startsWith('-'))
/** Number of kills in the crash suites. */
const crashes = given.find((argument) => argument.startsWith('--crashes='))
if (crashes) process.env.CURIA_TEST_CRASHES = crashes.split('=')[1]
/** Whether to print CPU times. */
const times = given.includes('--times')
if (times) process.env.CURIA_TEST_TIMES = '1'
/** Options passed to Japa: `--files=…`, `--tests=…`. */
const flags = given.filter(
  (argument) => argument.startsWith('-') && ![crashes, '--times'].includes(argument)
)
const started = Date.now()
/** Named suites and files run completely; a plain run skips tests that take minutes. */
if (asked.length || flags.length) process.env.CURIA_TEST_EVERYTHING ??= '1'
const minutes = Number(process.env.CURIA_TEST_MINUTES)
if (minutes) process.env.CURIA_TEST_UNTIL = String(started + minutes * 60_000)

const unknown = asked.filter((suite) => !SUITES.includes(suite))
if (unknown.length) {
  console.error(`no suite is called ${unknown.join(', ')}\n\n${USAGE}`)
  process.exit(1)
}

// After the setting that it reads.
const { isIdle, isShort } = await import('../tests/helpers/long_tests.ts')
const { usedCpuSeconds, withDescendants } = await import('../tests/helpers/process_use.ts')
// Not in the oldest version of Node that may start this.
const { globSync } = await import('node:fs')
const forgotten = specsWithoutPart()
if (forgotten.length) {
  console.error(`no part of its suite includes ${forgotten.join(', ')}`)
  process.exit(1)
}
const suites = SUITES.filter((suite) => !asked.length || asked.includes(suite))
const waiting = processesFor(suites)

const preparing = waiting.length > 1 ? prepareArchive() : undefined
// Built once here, so that tests that start servers don't all wait for a build.
if (suites.some((suite) => SERVERS.includes(suite))) await ensureBuilt()

const { describeLeak, searchLogs } = await import('../tests/helpers/secret_search.ts')
const results = []
const prepared = await preparing
await Promise.all(Array.from({ length: AT_ONCE }, work))
const { leaks, secrets, logs } = searchLogs(folder)

const total = { passed: 0, failed: 0, skipped: 0 }
const reasons = new Map()
const failures = []
const durations = []
for (const { name, code, summary } of results) {
  total.passed += summary?.passed ?? 0
  total.failed += summary?.failed ?? 0
  total.skipped += summary?.skipped ?? 0
  failures.push(...(summary?.failures ?? []))
  durations.push(...Object.entries(summary?.files ?? {}))
  // A process that ended without a summary has failed, regardless of its counts.
  if (!summary || (code !== 0 && summary.failed === 0)) {
    total.failed++
    failures.push(`${name}: ended with ${code}${summary ? '' : ' before it could report'}`)
  }
  for (const reason of summary?.skipReasons ?? [])
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}

// A misspelled spec name must fail.
if (total.passed + total.failed + total.skipped === 0) {
  console.log('no test matched; --files accepts the ends of file names without .spec.ts')
  total.failed++
}

total.failed += leaks.length
for (const leak of leaks) console.log(describeLeak(leak))
console.log(`\nlongest: ${longest(durations)}`)
if (times) printTimes()
console.log(`searched ${logs} logs for ${secrets} secrets`)
for (const failure of failures) console.log(`failed: ${failure}`)
for (const [reason, count] of reasons) console.log(`skipped ${count}: ${reason}`)
console.log(`${secondsSince(started)} s`)
const counts = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`
// A pipe's reader may be slower than this process, whose exit would cut off the remaining
// output.
await new Promise((resolve) => process.stdout.write(`${counts}\n`, resolve))
process.exit(total.failed ? 1 : 0)

async function work() {
  for (let next; (next = waiting.shift());) results.push(await runSuites(next))
}

/** Specs of divided suites that no process would run. */
function specsWithoutPart() {
  return Object.entries(PARTS).flatMap(([suite, parts]) => {
    const specs = (pattern) => globSync(`${pattern}.spec.ts`, { cwd: root })
    const included = new Set(parts.flatMap(specs))
    const all = [`tests/${suite}/**/*`, `plugins/*/tests/${suite}/**/*`].flatMap(specs)
    return all.filter((spec) => !included.has(spec))
  })
}

/**
 * The processes, each with its suites and its part of them. A process takes seconds to start,
 * so suites with few tests or only skipped ones share a process, and a run of named specs needs
 * only one.
 */
function processesFor(chosen) {
  const shared = chosen.filter((suite) => isShort(suite) || isIdle(suite))
  const own = chosen
    .filter((suite) => !shared.includes(suite))
    .flatMap((suite) =>
      (flags.length ? [''] : (PARTS[suite] ?? [''])).map((part) => ({ suites: [suite], part }))
    )
  if (!shared.length) return own
  const whole = shared.every(isIdle) && own.find(({ part }) => !part)
  if (!whole) return [{ suites: shared, part: '' }, ...own]
  whole.suites.push(...shared)
  return own
}

/** Creates the data folder that every process gets a copy of, unless a database is given. */
function prepareArchive() {
  if (process.env.TEST_DATABASE_URL) return undefined
  const made = join(folder, 'prepared')
  const child = spawn(
    process.execPath,
    ['--import=./bin/read_types.js', 'bin/prepare_tests.ts', made],
    {
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: folder,
        CURIA_TEST_RECORDS: folder,
        CURIA_TEST_PREPARED: undefined,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    }
  )
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (code === 0) return resolve(made)
      console.log('could not create the test archive\n0 passed, 1 failed')
      process.exit(1)
    })
  })
}

function runSuites({ suites: together, part }) {
  const name = [together.join(', '), part].filter(Boolean).join(' of ')
  const report = join(folder, `${name.replace(/\W+/g, '-')}.json`)
  const child = spawn(
    process.execPath,
    ['--import=./bin/read_types.js', 'bin/test.ts', ...together, ...flags],
    {
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: folder,
        CURIA_TEST_DISK: process.env.CURIA_TEST_DISK ?? tmpdir(),
        CURIA_TEST_REPORT: report,
        CURIA_TEST_PART: part,
        CURIA_TEST_RECORDS: folder,
        // Not inherited from an outer run, whose tree may differ.
        CURIA_TEST_PREPARED: prepared,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }
  )
  const begun = Date.now()
  let output = ''
  // Tests have timeouts, but their hooks don't.
  const silence = setTimeout(() => {
    output += `\nstopped after ${MAX_SILENCE / 60_000} minutes without output\n`
    for (const pid of withDescendants([child.pid])) process.kill(pid, 'SIGKILL')
  }, MAX_SILENCE)
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
      silence.refresh()
    })
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(silence)
      console.log(`\n===== ${name}, ${secondsSince(begun)} s =====\n${output}`)
      resolve({ name, code, seconds: secondsSince(begun), summary: readSummary(report) })
    })
  })
}

function secondsSince(moment) {
  return Math.round((Date.now() - moment) / 1000)
}

/** The ten slowest files. */
function longest(files) {
  return files
    .sort(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([file, milliseconds]) => `${file} ${Math.round(milliseconds / 1000)} s`)
    .join(', ')
}

/**
 * Elapsed and CPU seconds of processes and their specs, most expensive first. CPU time of a
 * spec includes its servers and databases.
 */
function printTimes() {
  const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0)
  const rows = results.map(({ name, seconds, summary }) => {
    const { files = {}, cpu = {} } = summary ?? {}
    const specs = Object.entries(cpu).map(([file, used]) => [used, (files[file] ?? 0) / 1000, file])
    return { name, seconds, used: add(Object.values(cpu)), specs }
  })
  const line = ([used, seconds, name]) =>
    `${used.toFixed(1).padStart(8)} ${seconds.toFixed(1).padStart(8)}  ${name}`
  console.log('\n CPU [s] time [s]')
  for (const { name, seconds, used } of rows.toSorted((a, b) => b.used - a.used))
    console.log(line([used, seconds, name]))
  console.log()
  const specs = rows.flatMap((row) => row.specs)
  for (const spec of specs.toSorted(([a], [b]) => b - a)) console.log(line(spec))
  // Includes the preparation and the build.
  const all = usedCpuSeconds(process.pid)
  if (all !== undefined) console.log(line([all, secondsSince(started), 'all']))
}

function readSummary(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
