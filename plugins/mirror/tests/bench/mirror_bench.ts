/**
 * Measures a mirror of another server: the copy of all records, changes that it applies later, and
 * the time until a single change arrives. The baseline is `bulk:import` of files with the same
 * records.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { residentMegabytes, runAce, startCuria } from '#tests/bench/processes'
import { milliseconds, printTable, quantile, ratio, whole } from '#tests/bench/table'
import { usedBy, withDescendants } from '#tests/helpers/process_use'
import { ace, type RunningScript } from '#tests/helpers/server_process'

export interface MirrorBench {
  folder: string
  /** Dockets of the upstream server, whose archive also has other records. */
  dockets: number
  /** Dockets that are changed at once after the copy. */
  changed: number
  /** Changes whose arrival is measured one by one. */
  single: number
}

const SETTINGS = { SAMPLE_ARCHIVE: 'off', DEMO: 'off', CITATIONS_LINKING: 'off' }
/** Milliseconds between two looks for a change. */
const LOOK_EVERY = 20
/** Maximum milliseconds until a change arrives. */
const ARRIVES_WITHIN = 2_000
const MICROSECONDS = 1e6

/** Prints rows per second, the cost of a row, and how late changes arrive. */
export async function benchMirror(bench: MirrorBench): Promise<void> {
  const folders = { upstream: join(bench.folder, 'mirrored'), mirror: join(bench.folder, 'mirror') }
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
  const settings = { ...SETTINGS, DATA_DIR: folders.mirror }
  const started = performance.now()
  runAce(folders.upstream, 'bulk:import', ...generate(bench))
  const imported = (performance.now() - started) / 1000
  const upstream = await startCuria(folders.upstream, SETTINGS)
  const mirror = await startCuria(folders.mirror, SETTINGS)
  const source = await connect(folders.upstream)
  try {
    const url = `http://127.0.0.1:${upstream.port}`
    const { code, output } = await ace(['mirror:add', url], settings).ended
    if (code !== 0) throw new Error(output)
    const run = () => measure(ace(['mirror:run', '--once'], settings), upstream.pid)
    const copied = await run()
    const target = await connect(folders.mirror)
    try {
      const rows = await countRows(target)
      const idle = await run()
      await source.query(
        `UPDATE dockets SET case_name = case_name || ' (changed)'
         WHERE id IN (SELECT id FROM dockets ORDER BY id LIMIT ${bench.changed})`
      )
      const applied = await run()
      printTable(
        ['mirror', 'rows', 's', 'rows/s', 'µs of CPU per row', 'of upstream', 'max. MB'],
        [
          line('bulk:import of the same files', rows, { seconds: imported }),
          line('copy', rows, copied),
          line('changes', bench.changed, without(applied, idle)),
        ]
      )
      console.log(`copy / import: ${ratio(copied.seconds / imported)}\n`)
      await measureArrival(source, target, settings, bench.single)
    } finally {
      await target.end()
    }
  } finally {
    await source.end()
    await mirror.stop()
    await upstream.stop()
  }
}

/** Generates files of an archive, unless they exist. */
function generate({ folder, dockets }: MirrorBench): string[] {
  const archive = join(folder, `mirrored-${dockets}`)
  mkdirSync(archive, { recursive: true })
  if (!readdirSync(archive).length)
    runAce(join(folder, 'unused'), 'bulk:generate', '--dockets', `${dockets}`, '--out', archive)
  return readdirSync(archive).map((name) => join(archive, name))
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(new EmbeddedCluster({ dataDir }).connection())
  await client.connect()
  return client
}

/** Rows of the tables that the mirror filled. */
async function countRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ table: string }>(
    'SELECT DISTINCT table_name AS table FROM content_changes WHERE to_regclass(table_name) IS NOT NULL'
  )
  let sum = 0
  for (const { table } of rows) {
    const counted = await client.query(`SELECT count(*)::int AS n FROM ${table}`)
    sum += counted.rows[0].n
  }
  return sum
}

interface Measured {
  seconds: number
  cpuSeconds?: number
  upstreamCpuSeconds?: number
  megabytes?: number
}

/** @param upstream process ID of the upstream server */
async function measure(script: RunningScript, upstream: number): Promise<Measured> {
  const pid = script.process.pid!
  const used = () => usedBy(withDescendants([upstream])).cpuSeconds
  const [before, started] = [used(), performance.now()]
  let [megabytes, cpuSeconds, isRunning] = [0, 0, true]
  const ended = script.ended.finally(() => (isRunning = false))
  while (isRunning) {
    try {
      megabytes = Math.max(megabytes, residentMegabytes(pid))
      cpuSeconds = Math.max(cpuSeconds, usedBy([pid]).cpuSeconds)
    } catch {
      // It has just ended.
    }
    await sleep(LOOK_EVERY)
  }
  const { code, output } = await ended
  if (code !== 0) throw new Error(output)
  const seconds = (performance.now() - started) / 1000
  return { seconds, cpuSeconds, upstreamCpuSeconds: used() - before, megabytes }
}

/** A run without the time of a run that had nothing to do. */
function without(run: Measured, idle: Measured): Measured {
  return {
    ...run,
    seconds: run.seconds - idle.seconds,
    cpuSeconds: run.cpuSeconds! - idle.cpuSeconds!,
    upstreamCpuSeconds: run.upstreamCpuSeconds! - idle.upstreamCpuSeconds!,
  }
}

function line(name: string, rows: number, run: Measured): string[] {
  const perRow = (seconds: number | undefined) =>
    seconds === undefined ? '-' : whole((seconds * MICROSECONDS) / rows)
  return [
    name,
    whole(rows),
    ratio(run.seconds),
    whole(rows / run.seconds),
    perRow(run.cpuSeconds),
    perRow(run.upstreamCpuSeconds),
    run.megabytes === undefined ? '-' : whole(run.megabytes),
  ]
}

/** Prints the time from a commit upstream until the mirror has the change. */
async function measureArrival(
  source: pg.Client,
  target: pg.Client,
  settings: NodeJS.ProcessEnv,
  changes: number
): Promise<void> {
  const running = ace(['mirror:run'], settings)
  const times: number[] = []
  try {
    const [{ id }] = (await source.query('SELECT min(id) AS id FROM dockets')).rows
    const arrives = async (name: string) => {
      await source.query('UPDATE dockets SET case_name = $1 WHERE id = $2', [name, id])
      const started = performance.now()
      const found = 'SELECT FROM dockets WHERE id = $1 AND case_name = $2'
      while (!(await target.query(found, [id, name])).rowCount) await sleep(LOOK_EVERY)
      return performance.now() - started
    }
    // The process is starting.
    await arrives('first')
    for (let change = 0; change < changes; change++) times.push(await arrives(`change ${change}`))
  } finally {
    running.process.kill('SIGTERM')
    await running.ended
  }
  const sorted = times.toSorted((one, other) => one - other)
  const [median, most] = [quantile(sorted, 0.5), sorted.at(-1)!]
  printTable(
    ['a change arrives after', 'ms', 'max.', ''],
    [
      ['median', milliseconds(median), '', ''],
      [
        'slowest',
        milliseconds(most),
        whole(ARRIVES_WITHIN),
        most <= ARRIVES_WITHIN ? 'met' : 'not met',
      ],
    ]
  )
}
