/**
 * Bulk data files on disk: names, load order, contents, and headers.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { once } from 'node:events'
import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import unbzip2 from 'unbzip2-stream'
import { BulkError } from './bulk_error.js'
import { isDate } from '#app/support/calendar'
import { CsvScanner, type CsvRecord } from './csv_scanner.js'
import { readValues } from './row_check.js'
import type { BulkTable } from '#app/bulk/define_bulk_table'

const NAME = /^(.+?)(?:-(\d{4}-\d{2}-\d{2}))?\.csv(?:\.(bz2|zst))?$/

export interface BulkFile {
  path: string
  name: string
  stem: string
  /** Export date in the name, if any. */
  date: string | null
  /** Ending of a compressed file. */
  packing: 'bz2' | 'zst' | null
  size: number
  modified: Date
}

/** @throws BulkError if the path isn't a file or doesn't have the name of a bulk data file */
export async function inspectFile(path: string): Promise<BulkFile> {
  const name = basename(path)
  const match = NAME.exec(name)
  if (!match) {
    await statFile(path)
    throw new BulkError(
      `${name} is not the name of a bulk data file: use <stem>-<YYYY-MM-DD>.csv, .csv.bz2, or .csv.zst`
    )
  }
  const [, stem, date = null, ending] = match
  if (date && !isDate(date)) throw new BulkError(`${name}: "${date}" is not a valid date`)
  const { size, mtime } = await statFile(path)
  const packing = (ending ?? null) as BulkFile['packing']
  return { path, name, stem: stem!, date, packing, size, modified: mtime }
}

async function statFile(path: string): Promise<Stats> {
  const found = await stat(path).catch((error: Error) => {
    throw new BulkError(`cannot read ${path}: ${error.message}`)
  })
  if (!found.isFile()) throw new BulkError(`cannot read ${path}: it is not a file`)
  return found
}

export interface OpenFile {
  /** The uncompressed CSV text. */
  stream: Readable
  /** Returns the bytes read from disk so far, for progress. */
  consumed: () => number
}

/**
 * Opens a file at an offset of its uncompressed bytes. Compressed files are
 * decompressed from the start.
 */
export function openFile(file: BulkFile, offset: number): OpenFile {
  // No larger than small files need: large buffers make the garbage collector run.
  const highWaterMark = Math.max(1, Math.min(file.size, 1 << 18))
  if (!file.packing) {
    const stream = createReadStream(file.path, { start: offset, highWaterMark })
    return { stream, consumed: () => offset + stream.bytesRead }
  }
  const source = createReadStream(file.path, { highWaterMark })
  const output = new PassThrough({ highWaterMark: 1 << 20 })
  const failed = (error: Error) =>
    output.destroy(new BulkError(`${file.name} cannot be decompressed: ${error.message}`))

  if (file.packing === 'zst') {
    pipeline(source, createZstdDecompress(), output).catch(failed)
  } else if (hasSystemBzip2()) {
    const unpacker = spawn('bzip2', ['-dc'], { stdio: ['pipe', 'pipe', 'pipe'] })
    let complaint = ''
    unpacker.stderr.on('data', (text) => (complaint += text))
    pipeline(source, unpacker.stdin).catch(() => {})
    const ended = new Promise<void>((resolve, reject) => {
      unpacker.once('error', reject)
      unpacker.once('close', (code) =>
        code
          ? reject(new Error(complaint.trim().slice(0, 200) || `bzip2 exited with ${code}`))
          : resolve()
      )
    })
    unpacker.stdout.pipe(output, { end: false })
    ended.then(() => output.end()).catch(failed)
    output.once('close', () => unpacker.kill())
  } else {
    pipeline(source, unbzip2(), output).catch(failed)
  }
  return { stream: skip(output, offset), consumed: () => source.bytesRead }
}

/** Copies a file of an export, which has been checked against its checksum, into a table. */
export async function copyFile(client: pg.ClientBase, table: string, path: string): Promise<void> {
  const { stream } = openFile(await inspectFile(path), 0)
  const copy = client.query(
    copyFrom(`COPY ${table} FROM STDIN (FORMAT csv, HEADER, ESCAPE E'\\\\', ENCODING 'UTF8')`)
  )
  const finished = once(copy, 'finish')
  await pipeline(stream, copy)
  await finished
}

let systemBzip2: boolean | undefined

/** The system's bzip2 decompresses in a separate process, in parallel with the import. */
export function hasSystemBzip2(): boolean {
  systemBzip2 ??=
    process.env.CURIA_BZIP2 !== 'off' &&
    spawnSync('bzip2', ['--help'], { stdio: 'ignore' }).status === 0
  return systemBzip2
}

function skip(stream: Readable, bytes: number): Readable {
  if (bytes === 0) return stream
  return stream.compose(async function* (chunks: AsyncIterable<Buffer>) {
    let left = bytes
    for await (const chunk of chunks) {
      if (left >= chunk.length) left -= chunk.length
      else {
        yield left ? chunk.subarray(left) : chunk
        left = 0
      }
    }
  }) as Readable
}

interface Header {
  columns: string[]
  /** Offset of the first byte after the header. */
  end: number
  /** Number of lines in the header. */
  lines: number
}

/**
 * Reads the header of a file.
 *
 * @throws BulkError if the file is empty
 */
export async function readHeader(file: BulkFile): Promise<Header> {
  const scanner = new CsvScanner()
  const { stream } = openFile(file, 0)
  try {
    for await (const piece of stream) {
      const [first] = scanner.push(piece as Buffer)
      if (first) return headerOf(first)
    }
    const [first] = scanner.finish()
    if (first) return headerOf(first)
  } finally {
    stream.destroy()
  }
  throw new BulkError(`${file.name} is empty; a header line is required`)
}

function headerOf({ text: line, endOffset: end, lines }: CsvRecord): Header {
  const text = line.replace(/^\uFEFF/, '')
  return { columns: readValues(text).map((name) => name ?? ''), end, lines }
}

export interface Job {
  bulk: BulkTable
  file: BulkFile
}

/**
 * Assigns files to tables.
 *
 * @param paths files in any order
 * @returns one job per file, parents before children
 * @throws BulkError if no table accepts a file, or if two files are for the same table
 */
export async function planImport(paths: string[], tables: BulkTable[]): Promise<Job[]> {
  const jobs: Job[] = []
  for (const path of paths) {
    const file = await inspectFile(path)
    const bulk = tables.find(({ stem }) => stem === file.stem)
    if (!bulk) {
      const known = tables
        .map(({ stem }) => stem)
        .sort()
        .join(', ')
      throw new BulkError(
        `${file.name}: no plugin accepts files named "${file.stem}". Supported: ${known}`
      )
    }
    const other = jobs.find((job) => job.bulk === bulk)
    if (other)
      throw new BulkError(
        `${file.name} and ${other.file.name} are for the same table; specify only one of them`
      )
    jobs.push({ bulk, file })
  }
  return jobs.sort((a, b) => tables.indexOf(a.bulk) - tables.indexOf(b.bulk))
}
