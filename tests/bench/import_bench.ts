/**
 * Importing against raw COPY into an empty table with the same indexes and
 * keys, file by file.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import { ident } from '#api/columns'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { hasSystemBzip2, openFile, inspectFile } from '#plugins/bulk_data/import/bulk_file'
import { CsvScanner } from '#plugins/bulk_data/import/csv_scanner'
import { importFiles } from '#plugins/bulk_data/import/importer'
import { spawn } from 'node:child_process'
import { printTable, ratio, whole } from './table.js'

/** Files large enough to measure. */
const MEASURED = ['dockets', 'opinion-clusters', 'opinions', 'citation-map', 'citations']

export interface ImportBench {
  client: pg.Client
  connection: pg.ClientConfig
  tables: BulkTable[]
  /** Files by stem. */
  files: Map<string, string>
  folder: string
}

/** Imports all files, measuring the large ones, and prints what it found. */
export async function benchImport(bench: ImportBench): Promise<void> {
  const rows: string[][] = []
  const order = [...bench.tables]
    .sort((a, b) => a.order - b.order)
    .filter(({ stem }) => bench.files.has(stem))
  for (const bulk of order) {
    const file = bench.files.get(bulk.stem)!
    const run = (path: string) =>
      importFiles([path], { connection: bench.connection, tables: bench.tables, allowOlder: true })
    if (!MEASURED.includes(bulk.stem)) {
      await run(file)
      continue
    }
    const copied = await rawCopy(bench.client, bulk, file)
    const [first] = await run(file)
    const changedFile = await makeChanged(file, bulk, bench.folder)
    const [again] = await run(changedFile)
    const rate = (count: number, seconds: number) => count / seconds
    const floor = rate(copied.rows, copied.seconds)
    const firstRate = rate(first!.rowsRead, first!.seconds)
    const changedRate = rate(again!.changed, again!.seconds)
    rows.push([
      bulk.stem,
      whole(copied.rows),
      whole(floor),
      whole(firstRate),
      ratio(firstRate / floor),
      whole(again!.changed),
      whole(changedRate),
      ratio(changedRate / floor),
    ])
  }
  printTable(
    ['import, rows/s', 'rows', 'COPY', 'first', 'ratio', 'changed', 're-import', 'ratio'],
    rows
  )
  console.log(
    `largest memory of the importing process: ${whole(process.resourceUsage().maxRSS / 1024)} MB\n`
  )
}

/** Plain COPY of the file's bytes, as a loader script would do it. */
async function rawCopy(
  client: pg.Client,
  { table }: BulkTable,
  file: string
): Promise<{ rows: number; seconds: number }> {
  const copy = `bench_${table}`
  await client.query(`DROP TABLE IF EXISTS ${copy}`)
  await client.query(`CREATE TABLE ${copy} (LIKE ${ident(table)} INCLUDING ALL)`)
  const { rows: keys } = await client.query(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass`,
    [table]
  )
  for (const { definition } of keys) {
    const own = definition.replace(new RegExp(`REFERENCES ${table}\\(`), `REFERENCES ${copy}(`)
    await client.query(`ALTER TABLE ${copy} ADD ${own}`)
  }
  const header = await firstLine(file)
  const { rows: columns } = await client.query(
    `SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attnum`,
    [table]
  )
  const names = columns.slice(0, header.split(',').length).map(({ attname }) => ident(attname))
  const started = performance.now()
  const stream = client.query(
    copyFrom(
      `COPY ${copy} (${names.join(', ')}) FROM STDIN (FORMAT csv, ENCODING utf8, ESCAPE E'\\\\', HEADER)`
    )
  )
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), stream)
  const seconds = (performance.now() - started) / 1000
  await client.query(`DROP TABLE ${copy}`)
  return { rows: stream.rowCount!, seconds }
}

async function firstLine(file: string): Promise<string> {
  for await (const chunk of createReadStream(file, { end: 10_000, encoding: 'utf8' })) {
    return (chunk as string).split('\n')[0]!
  }
  return ''
}

/** The same file with a change in every row: a year later, or one more digit where there is no date. */
async function makeChanged(file: string, { stem }: BulkTable, folder: string): Promise<string> {
  const path = join(folder, basename(file).replace(/\d{4}-\d{2}-\d{2}/, '2030-01-01'))
  if (existsSync(path)) return path
  const header = (await firstLine(file)).split(',')
  const column = header.indexOf(stem === 'citation-map' ? 'depth' : 'date_modified')
  const draft = `${path}.draft`
  await pipeline(
    createReadStream(file, { highWaterMark: 1 << 20 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      const scanner = new CsvScanner()
      let first = true
      const change = (text: string) => {
        if (first) {
          first = false
          return `${text}\n`
        }
        const parts = text.split(',')
        parts[column] = stem === 'citation-map' ? '"77"' : '"2031-02-03 04:05:06.123456+00"'
        return `${parts.join(',')}\n`
      }
      for await (const chunk of chunks)
        yield scanner
          .push(chunk)
          .map(({ text }) => change(text))
          .join('')
      yield scanner
        .finish()
        .map(({ text }) => change(text))
        .join('')
    },
    createWriteStream(draft)
  )
  await rename(draft, path)
  return path
}

/** Unpacking, reported apart: rows a second read and split, nothing written. */
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
