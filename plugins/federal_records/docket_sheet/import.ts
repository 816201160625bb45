/** Imports docket sheets from JSON Lines files, with one docket per line and transaction. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import pg from 'pg'
import { lockKey } from '#app/support/advisory_locks'
import { withSource } from '#app/database/change_source'
import { inTransaction } from '#app/database/transaction'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { mergeDocketSheet } from './merge.js'
import { isFatalImportError, getLineError, SheetError } from './refusal.js'
import { SheetTables, type Counts } from './sheet_tables.js'
import { docketSheet, type DocketSheet } from './schema.js'

/** Advisory lock key; only one import can run at a time. */
const IMPORTING = lockKey('shee')

/**
 * Forces index lookups even without statistics. Commits aren't flushed until the end; after a
 * crash, the next run repeats the lost ones.
 */
const SESSION = `-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0 -c enable_seqscan=off
  -c enable_hashjoin=off -c enable_mergejoin=off -c synchronous_commit=off`

/** The counted rows and their tables. */
const COUNTED = {
  entries: 'docket_entries',
  documents: 'archive_documents',
  parties: 'parties',
  attorneys: 'attorneys',
}

export type Kind = keyof typeof COUNTED
export const KINDS = Object.keys(COUNTED) as Kind[]

export interface SheetsResult {
  lines: number
  refused: number
  added: Record<Kind, number>
  changed: Record<Kind, number>
}

export interface SheetsOptions {
  connection: pg.ClientConfig
  /** Stops the import after the current line when aborted. */
  signal?: AbortSignal
  /** Receives every rejected line, and the reason. */
  refused: (file: string, line: number, reason: string) => void
}

/**
 * @throws CommandRefusal if a file can't be read, another import is running, or the database
 *   becomes unavailable; Interrupted
 */
export async function importDocketSheets(
  paths: string[],
  options: SheetsOptions
): Promise<SheetsResult> {
  await checkFiles(paths)
  const client = new pg.Client({
    ...options.connection,
    application_name: 'curia docket sheets',
    options: SESSION,
    pipeline: true,
  })
  let lost: Error | undefined
  client.on('error', (error) => (lost = error))
  await client.connect()
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [IMPORTING])
    if (!rows[0].free) throw new CommandRefusal('another import of docket sheets is running')
    const result = await withSource({ source: 'import' }, () => importFiles(paths, client, options))
    await finishImport(client)
    return result
  } catch (error) {
    if (!lost && !isFatalImportError(error)) throw error
    throw new CommandRefusal(
      `the database is unavailable or can't continue (${(lost ?? (error as Error)).message}); run the same command again when the database is available`
    )
  } finally {
    await client.end()
  }
}

async function importFiles(
  paths: string[],
  client: pg.Client,
  { signal, refused }: SheetsOptions
): Promise<SheetsResult> {
  const none = () => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as SheetsResult['added']
  const result: SheetsResult = { lines: 0, refused: 0, added: none(), changed: none() }
  const tables = await SheetTables.open(client)
  for (const path of paths) {
    for await (const { line, bytes } of readLines(readFile(path))) {
      if (signal?.aborted) throw new Interrupted()
      if (bytes && isBlank(bytes)) continue
      result.lines++
      try {
        const sheet = await readSheet(bytes)
        const { counts } = await inTransaction(client, () => mergeDocketSheet(tables, sheet))
        count(result, counts)
      } catch (error) {
        result.refused++
        refused(path, line, getLineError(error))
      }
    }
  }
  return result
}

/** @throws CommandRefusal unless all files can be read, so that nothing is imported otherwise */
async function checkFiles(paths: string[]): Promise<void> {
  for (const path of paths) {
    const { problem } = await stat(path).then(
      (found) => ({ problem: found.isDirectory() && 'it is a folder' }),
      (error: Error) => ({ problem: error.message })
    )
    if (problem) throw new CommandRefusal(`can't read ${path}: ${problem}; nothing was imported`)
  }
}

async function* readFile(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw new CommandRefusal(`can't read ${path}: ${(error as Error).message}`)
  }
}

/** Flushes everything written so far; the write-ahead log is flushed in order. */
async function finishImport(client: pg.Client): Promise<void> {
  await client.query('SET synchronous_commit = on')
  await client.query(`SELECT pg_logical_emit_message(true, 'curia', 'docket sheets')`)
}

function count(result: SheetsResult, merged: Map<string, Counts>): void {
  for (const kind of KINDS) {
    const { added, changed } = merged.get(COUNTED[kind])!
    result.added[kind] += added
    result.changed[kind] += changed
  }
}

/** Maximum bytes of a line; the largest docket sheets have about 10 MB. */
const MAX_LINE_LENGTH = 256 * 1024 * 1024

const NEWLINE = 0x0a

/** @yields each line without its end, and its number from 1; `bytes` is null if the line is too long */
export async function* readLines(
  stream: AsyncIterable<Buffer>,
  longest = MAX_LINE_LENGTH
): AsyncGenerator<{ line: number; bytes: Buffer | null }> {
  let pieces: Buffer[] = []
  let length = 0
  let line = 1
  const take = () => {
    const bytes = length > longest ? null : Buffer.concat(pieces)
    pieces = []
    length = 0
    return { line: line++, bytes }
  }
  const keep = (piece: Buffer) => {
    length += piece.length
    if (length <= longest) pieces.push(piece)
    else pieces = []
  }
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    keep(chunk.subarray(start))
  }
  if (length) yield take()
}

/** Accepts a byte order mark, which some programs write at the start of a file. */
const UTF8 = new TextDecoder('utf-8', { fatal: true })

const BLANK = 0x20

function isBlank(bytes: Buffer): boolean {
  return !bytes.some((byte) => byte > BLANK)
}

/**
 * @param bytes null for a line that is too long
 * @throws SheetError or vine's E_VALIDATION_ERROR for an invalid sheet
 */
async function readSheet(bytes: Buffer | null): Promise<DocketSheet> {
  if (!bytes) throw new SheetError('the line is too long')
  const value = parse(decode(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SheetError('the line must be an object')
  return docketSheet.validate(value)
}

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new SheetError('not UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SheetError(`not JSON: ${(error as Error).message}`)
  }
}
