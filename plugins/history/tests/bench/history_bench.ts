/**
 * Measures what the history of records costs a bulk load: without triggers, with triggers in a load
 * without history (the default), and with `--history`. The loads are new rows, and existing rows of
 * which a tenth or all have changed.
 */
import { createReadStream, createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import { withSupplements } from '#app/bulk/define_bulk_table'
import { PluginHost } from '#core/plugin_host'
import { CsvScanner } from '#plugins/bulk_data/import/csv_scanner'
import { importFiles } from '#plugins/bulk_data/import/importer'
import { readValues } from '#plugins/bulk_data/import/row_check'
import { line } from '#plugins/bulk_data/tests/use_imports'
import { runAce } from '#tests/bench/processes'
import { median, printTable, ratio, whole } from '#tests/bench/table'
import { makeScratchDatabase } from '#tests/helpers/scratch_database'
import { prepareIn } from '../use_history.js'

export interface HistoryBench {
  app: ApplicationService
  folder: string
  dockets: number
  rounds: number
}

/** Maximum ratio of a load with history to one without. */
const GOAL = 1.15
/** Parents of the measured tables. */
const PARENTS = ['courts', 'people-db-people']
/** Measured tables, with the column that an update changes. */
const MEASURED = {
  'dockets': 'case_name',
  'opinion-clusters': 'case_name',
  'opinions': 'author_str',
}

type Stem = keyof typeof MEASURED
const STEMS = Object.keys(MEASURED) as Stem[]

const VARIANTS = {
  'no triggers': { days: 0, history: false },
  'off for the load': { days: 30, history: false },
  '--history': { days: 30, history: true },
}
type Variant = keyof typeof VARIANTS
const NAMES = Object.keys(VARIANTS) as Variant[]

/** Rows of a load: all, the second half, or all with changes in every nth row. */
interface Load {
  name: string
  date: string
  keep: (row: number, rows: number) => boolean
  changes?: number
}

const FIRST: Load = { name: 'first half', date: '2027-01-01', keep: (row, rows) => row < rows / 2 }
const LOADS: Load[] = [
  { name: 'new rows', date: '2027-02-01', keep: (row, rows) => row >= rows / 2 },
  { name: 'a tenth changed', date: '2027-03-01', keep: () => true, changes: 10 },
  { name: 'all changed', date: '2027-04-01', keep: () => true, changes: 1 },
]

/** Prints the seconds of each load, and the ratios to a load without triggers. */
export async function benchHistory({ app, folder, dockets, rounds }: HistoryBench): Promise<void> {
  const archive = join(folder, `history-${dockets}`)
  mkdirSync(archive, { recursive: true })
  if (!readdirSync(archive).length)
    runAce(join(folder, 'unused'), 'bulk:generate', '--dockets', `${dockets}`, '--out', archive)
  const files = new Map(
    readdirSync(archive).map((name) => [
      name.replace(/-\d{4}-\d\d-\d\d\.csv$/, ''),
      join(archive, name),
    ])
  )
  const derived = join(folder, `history-${dockets}-loads`)
  mkdirSync(derived, { recursive: true })
  const counts = new Map<Stem, number>()
  for (const stem of STEMS) {
    counts.set(stem, await countRows(files.get(stem)!))
    for (const load of [FIRST, ...LOADS])
      await writeLoad(files.get(stem)!, { stem, load, folder: derived, rows: counts.get(stem)! })
  }
  const seconds = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++)
    // Each round begins with another variant.
    for (const [place] of NAMES.entries()) {
      const variant = NAMES[(place + round) % NAMES.length]!
      for (const [id, time] of await measure(app, variant, { files, derived }))
        seconds.set(id, [...(seconds.get(id) ?? []), time])
    }
  const time = (stem: Stem, load: Load, variant: Variant) =>
    median(seconds.get(`${stem} ${load.name} ${variant}`)!)
  const total = (load: Load, variant: Variant) =>
    STEMS.reduce((sum, stem) => sum + time(stem, load, variant), 0)
  const rowsOf = (stem: Stem, load: Load) => counts.get(stem)! / (load.changes ? 1 : 2)
  printTable(
    ['history of records, s', 'rows', ...NAMES, 'off', 'history', 'goal', ''],
    LOADS.flatMap((load) => [
      ...STEMS.map((stem) =>
        lineOf(`${stem}, ${load.name}`, rowsOf(stem, load), (name) => time(stem, load, name))
      ),
      lineOf(
        `all, ${load.name}`,
        STEMS.reduce((sum, stem) => sum + rowsOf(stem, load), 0),
        (name) => total(load, name)
      ),
    ])
  )
}

function lineOf(name: string, rows: number, seconds: (variant: Variant) => number): string[] {
  const times = NAMES.map(seconds)
  const [off, on] = times.slice(1).map((time) => time / times[0]!) as [number, number]
  const outcome = on <= GOAL ? 'met' : 'not met'
  return [name, whole(rows), ...[...times, off, on, GOAL].map(ratio), outcome]
}

/** @returns seconds by table, load, and variant */
async function measure(
  app: ApplicationService,
  variant: Variant,
  { files, derived }: { files: Map<string, string>; derived: string }
): Promise<Map<string, number>> {
  const { days, history } = VARIANTS[variant]
  const { bulkTables } = await app.container.make(PluginHost)
  const tables = withSupplements(bulkTables.map(({ declaration }) => declaration))
  const scratch = await makeScratchDatabase(app)
  const seconds = new Map<string, number>()
  const load = (paths: string[]) =>
    importFiles(paths, { connection: scratch.connection, tables, history, allowOlder: true })
  try {
    await prepareIn(scratch.client, days)
    await load(PARENTS.map((stem) => files.get(stem)!))
    for (const one of [FIRST, ...LOADS])
      for (const stem of STEMS) {
        const [result] = await load([pathOf(derived, stem, one)])
        seconds.set(`${stem} ${one.name} ${variant}`, result!.seconds)
        await scratch.client.query('CHECKPOINT')
      }
  } finally {
    await scratch.drop()
  }
  return seconds
}

const pathOf = (folder: string, stem: Stem, { date }: Load) => join(folder, `${stem}-${date}.csv`)

async function countRows(path: string): Promise<number> {
  const scanner = new CsvScanner()
  let count = -1
  for await (const chunk of createReadStream(path)) count += scanner.push(chunk as Buffer).length
  return count + scanner.finish().length
}

async function writeLoad(
  source: string,
  { stem, load, folder, rows }: { stem: Stem; load: Load; folder: string; rows: number }
): Promise<void> {
  const scanner = new CsvScanner()
  let row = -2
  let place = -1
  const written = (text: string): string => {
    row++
    if (row === -1) {
      place = text.split(',').findIndex((name) => name.replaceAll('"', '') === MEASURED[stem])
      return `${text}\n`
    }
    if (!load.keep(row, rows)) return ''
    if (!load.changes || row % load.changes) return `${text}\n`
    const values = readValues(text)
    values[place] = `${values[place] ?? ''} ${load.name}`.trim().slice(0, 200)
    return `${line(values)}\n`
  }
  await pipeline(
    createReadStream(source),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks)
        yield scanner
          .push(chunk)
          .map(({ text }) => written(text))
          .join('')
      yield scanner
        .finish()
        .map(({ text }) => written(text))
        .join('')
    },
    createWriteStream(pathOf(folder, stem, load))
  )
}
