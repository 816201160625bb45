/**
 * Writes a synthetic archive: one file for each table with a generator. The
 * same seed and number of dockets produce identical files.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { GENERATORS } from '../generators.js'
import type { GeneratedRow, TableGenerator } from '../table_generator.js'
import { nameHash } from '#app/support/name_hash'
import { Random } from '#app/support/random'
import { Interrupted } from '#app/support/interrupted'
import {
  BulkError,
  hasSystemBzip2,
  CsvScanner,
  readValues,
  sampleFolder,
} from '#plugins/bulk_data/public'
import { isDate } from '#app/support/calendar'
import { ArchiveFile } from './archive_file.js'
import { existsSync, readFileSync } from 'node:fs'

/** With fewer dockets, some tables would be empty. */
const MIN_DOCKETS = 100

export interface ArchiveOptions {
  /** Tables that plugins declare. Tables without a generator are skipped. */
  tables: BulkTable[]
  /** Generators by file stem; defaults to the generators of this plugin. */
  generators?: Record<string, TableGenerator>
  dockets: number
  seed: number
  /** Output folder; created if missing. */
  folder: string
  /** Date in the file names, such as `2024-05-01`. Doesn't affect the contents. */
  date: string
  /** Whether to write `.csv.bz2` files. */
  compress?: boolean
  /** When aborted, writing stops after the current chunk. */
  signal?: AbortSignal
  reporter?: ArchiveReporter
}

/** Receives the progress of writing. */
export interface ArchiveReporter {
  started: (file: string, place: number, files: number) => void
  /** @param bytes size of the text before compression */
  progress: (rows: number, bytes: number) => void
  finished: (file: WrittenFile) => void
}

export interface WrittenFile {
  file: string
  rows: number
  /** Size on disk. */
  bytes: number
  seconds: number
}

/**
 * @returns the files in the order in which they are loaded
 * @throws BulkError for invalid options; Interrupted
 */
export async function writeArchive(options: ArchiveOptions): Promise<WrittenFile[]> {
  checkOptions(options)
  const { generators = GENERATORS } = options
  const tables = options.tables.filter(({ stem }) => generators[stem])
  try {
    await mkdir(options.folder, { recursive: true })
  } catch (error) {
    throw new BulkError(`cannot create ${options.folder}: ${(error as Error).message}`)
  }

  const written: WrittenFile[] = []
  for (const [place, table] of tables.entries()) {
    const name = `${table.stem}-${options.date}.csv${options.compress ? '.bz2' : ''}`
    options.reporter?.started(name, place, tables.length)
    const file = await writeFile(table, name, options)
    options.reporter?.finished(file)
    written.push(file)
  }
  return written
}

async function writeFile(
  table: BulkTable,
  name: string,
  options: ArchiveOptions
): Promise<WrittenFile> {
  const started = performance.now()
  const text = new CsvText(table)
  const file = await ArchiveFile.create(join(options.folder, name), options.compress ?? false)
  let rows = 0
  let length = 0
  const flush = async () => {
    const piece = text.take()
    length += piece.length
    await file.write(piece)
    options.reporter?.progress(rows, length)
    // Yields to the event loop, because synchronous writes would otherwise block Ctrl-C.
    await new Promise((resolve) => setImmediate(resolve))
    if (options.signal?.aborted) throw new Interrupted()
  }

  try {
    for (const row of generatedRows(table, options)) {
      rows++
      if (text.add(row)) await flush()
    }
    await flush()
    const bytes = await file.finish()
    return { file: name, rows, bytes, seconds: (performance.now() - started) / 1000 }
  } catch (error) {
    await file.discard()
    throw error
  }
}

/** Generates the rows of one table in file order. */
export function generatedRows(
  table: BulkTable,
  {
    tables,
    dockets,
    seed,
    generators = GENERATORS,
  }: Pick<ArchiveOptions, 'tables' | 'dockets' | 'seed' | 'generators'>
): Iterable<GeneratedRow> {
  return generators[table.stem]!.rows({
    dockets,
    seed,
    random: Random.of(seed, nameHash(table.stem), 0),
    sample: (stem) => tables.filter((one) => one.stem === stem).flatMap(sampleRows),
    getRowCount: (stem) =>
      tables.some((one) => one.stem === stem) ? (generators[stem]?.count?.({ dockets }) ?? 0) : 0,
  })
}

function checkOptions({ dockets, seed, date, compress }: ArchiveOptions): void {
  if (!Number.isSafeInteger(dockets) || dockets < MIN_DOCKETS) {
    throw new BulkError(`the number of dockets must be a whole number of at least ${MIN_DOCKETS}`)
  }
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new BulkError('the seed must be a whole number from 0 to 4294967295')
  }
  if (!isDate(date)) throw new BulkError(`"${date}" is not a date in the format YYYY-MM-DD`)
  if (compress && !hasSystemBzip2()) {
    throw new BulkError(
      'compression requires bzip2, which is not installed; install it or write uncompressed files'
    )
  }
}

/** Reads the rows of a file of the sample archive; none if the file is missing. */
function sampleRows({ stem, renames = {} }: BulkTable): GeneratedRow[] {
  const file = join(sampleFolder(), `${stem}.csv`)
  if (!existsSync(file)) return []

  const scanner = new CsvScanner()
  const records = [...scanner.push(readFileSync(file)), ...scanner.finish()]
  const [header = [], ...rows] = records.map(({ text }) => readValues(text))
  const columns = header.map((name) => renames[name!] ?? name!)
  return rows.map((values) =>
    Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]))
  )
}

/** Characters per chunk. Larger chunks are not faster. */
const PIECE = 1 << 18

/**
 * Rows as text in the format of the public files: values in double quotes,
 * nothing for null, backslash as the escape character.
 */
export class CsvText {
  readonly #fileNames: Map<string, string>
  #columns: string[] | undefined
  #text = ''

  /** @param table whose `renames` contains the names of columns in the file */
  constructor(table: Pick<BulkTable, 'renames'>) {
    this.#fileNames = new Map(
      Object.entries(table.renames ?? {}).map(([file, ours]) => [ours, file])
    )
  }

  /**
   * Adds a row. The first row determines the header and the order of columns.
   *
   * @returns whether a chunk is complete; call `take` to get it
   * @throws Error if a column of the first row is missing
   */
  add(row: GeneratedRow): boolean {
    this.#columns ??= this.#startWith(Object.keys(row))
    let line = ''
    for (const column of this.#columns) {
      const value = row[column]
      if (value === undefined) throw new Error(`generated row without column "${column}"`)
      line += value === null ? ',' : `${quoted(value)},`
    }
    this.#text += `${line.slice(0, -1)}\n`
    return this.#text.length >= PIECE
  }

  /** Returns the rows added since the last call, as UTF-8. */
  take(): Buffer {
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    return bytes
  }

  #startWith(columns: string[]): string[] {
    this.#text = `${columns.map((name) => this.#fileNames.get(name) ?? name).join(',')}\n`
    return columns
  }
}

function quoted(value: string | number | boolean): string {
  if (value === '') return '""'
  if (typeof value === 'string') {
    return value.includes('"') || value.includes('\\')
      ? `"${value.replace(/["\\]/g, '\\$&')}"`
      : `"${value}"`
  }
  if (typeof value === 'boolean') return value ? '"t"' : '"f"'
  return `"${value}"`
}
