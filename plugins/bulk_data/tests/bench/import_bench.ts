/**
 * Compares the import of each file with a plain COPY into an empty table with
 * the same indexes and keys.
 */
import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ident } from '#app/support/sql_text'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import {
  hasSystemBzip2,
  inspectFile,
  openFile,
  type BulkFile,
  readHeader,
} from '#plugins/bulk_data/import/bulk_file'
import { CsvScanner } from '#plugins/bulk_data/import/csv_scanner'
import { importFiles, type FileResult } from '#plugins/bulk_data/import/importer'
import { matchHeader, readLayout, type Column } from '#plugins/bulk_data/import/table_layout'
import { changedFile } from './changed_file.js'
import { getBenchTableName, dropCopies, makeCopies } from '#tests/bench/same_shape'
import { printTable, ratio, whole } from '#tests/bench/table'

/** Files with fewer rows are imported but not measured. */
const LARGE = 15_000

export interface ImportBench {
  client: pg.Client
  connection: pg.ClientConfig
  tables: BulkTable[]
  /** Paths of the files by stem. */
  files: Map<string, string>
  /** Folder for derived files. */
  folder: string
}

/** Imports all files, measures the large ones, and prints the results. */
export async function benchImport(bench: ImportBench): Promise<void> {
  const lines: string[][] = []
  const order = bench.tables.filter(({ stem }) => bench.files.has(stem))
  for (const bulk of order) {
    const file = await inspectFile(bench.files.get(bulk.stem)!)
    if ((await guessRows(file)) < LARGE) await importFile(bench, file.path)
    else lines.push(await measure(bench, bulk, file))
  }
  printTable(
    ['import, rows/s', 'rows', 'COPY', 'first', 'ratio', 'changed', 're-import', 'ratio'],
    lines
  )
  console.log(
    `largest memory of the importing process: ${whole(process.resourceUsage().maxRSS / 1024)} MB\n`
  )
}

/** Estimates the number of rows from the start of a file. */
async function guessRows(file: BulkFile): Promise<number> {
  const { stream } = openFile(file, 0)
  for await (const chunk of stream) {
    const records = new CsvScanner().push(chunk as Buffer)
    const last = records.at(-1)
    stream.destroy()
    return last ? (file.size / last.endOffset) * records.length : 0
  }
  return 0
}

async function importFile(bench: ImportBench, path: string): Promise<FileResult> {
  const { connection, tables } = bench
  const [result] = await importFiles([path], { connection, tables, allowOlder: true })
  return result!
}

async function measure(bench: ImportBench, bulk: BulkTable, file: BulkFile): Promise<string[]> {
  const layout = await readLayout(bench.client, bulk)
  const header = await readHeader(file)
  const columns = matchHeader(bulk, layout, header.columns, file.name)
  const copied = await rawCopy(bench.client, bulk, file, columns)
  const first = await importFile(bench, file.path)
  const again = await importFile(bench, await changedFile(file, layout, columns, bench.folder))
  const floor = copied.rows / copied.seconds
  const rates = [first, again].map(({ rowsRead, seconds }) => rowsRead / seconds)
  return [
    bulk.stem,
    whole(copied.rows),
    whole(floor),
    whole(rates[0]!),
    ratio(rates[0]! / floor),
    whole(again.changed),
    whole(rates[1]!),
    ratio(rates[1]! / floor),
  ]
}

/** Plain COPY of the file, like a loader script. */
async function rawCopy(
  client: pg.Client,
  { table }: BulkTable,
  { path }: BulkFile,
  columns: Column[]
): Promise<{ rows: number; seconds: number }> {
  await makeCopies(client, [table])
  const names = columns.map(({ name }) => ident(name)).join(', ')
  const started = performance.now()
  const stream = client.query(
    copyFrom(
      `COPY ${ident(getBenchTableName(table))} (${names}) FROM STDIN (FORMAT csv, ENCODING utf8, ESCAPE E'\\\\', HEADER)`
    )
  )
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), stream)
  const seconds = (performance.now() - started) / 1000
  await dropCopies(client, [table])
  return { rows: stream.rowCount!, seconds }
}

/** Decompression only: rows per second read and split, without writes. */
export async function benchUnpacking(file: string, folder: string): Promise<void> {
  if (!hasSystemBzip2()) return
  const packed = join(folder, `${basename(file)}.bz2`)
  if (!existsSync(packed)) {
    const bzip2 = spawn('bzip2', ['-c', file], { stdio: ['ignore', 'pipe', 'inherit'] })
    await pipeline(bzip2.stdout, createWriteStream(packed))
  }
  const rows: string[][] = []
  for (const [name, setting] of [
    ['system bzip2', ''],
    ['built-in', 'off'],
  ] as const) {
    process.env.CURIA_BZIP2 = setting
    const started = performance.now()
    const scanner = new CsvScanner()
    let count = 0
    for await (const chunk of openFile(await inspectFile(packed), 0).stream)
      count += scanner.push(chunk as Buffer).length
    rows.push([
      `${basename(packed)}, ${name}`,
      whole(count / ((performance.now() - started) / 1000)),
    ])
  }
  delete process.env.CURIA_BZIP2
  printTable(['unpacking', 'rows/s'], rows)
}
