/**
 * Imports docket sheets from JSON Lines files, one docket per line and
 * transaction.
 */
import { createReadStream } from 'node:fs'
import { errors } from '@vinejs/vine'
import pg from 'pg'
import { CommandRefusal } from '#core/command_refusal'
import { Interrupted } from '#core/interrupted'
import { linesOf } from './lines.js'
import { mergeDocketSheet, SheetError, type Merged } from './merge.js'
import { docketSheet, type DocketSheet } from './schema.js'
import { settleSequence } from './upsert.js'

/** Tables whose rows may bring keys of their own. */
const KEYED = [
  'dockets',
  'docket_entries',
  'archive_documents',
  'parties',
  'attorneys',
  'attorney_organizations',
]

/** Key of the advisory lock that lets one import run at a time; the letters "shee" as a number. */
const IMPORTING = 0x73686565

export interface SheetsResult {
  lines: number
  refused: number
  added: Record<Kind, number>
  changed: Record<Kind, number>
}

export type Kind = 'entries' | 'documents' | 'parties' | 'attorneys'
export const KINDS: Kind[] = ['entries', 'documents', 'parties', 'attorneys']

export interface SheetsOptions {
  connection: pg.ClientConfig
  /** Aborted: stop behind the current line. */
  signal?: AbortSignal
  /** Told of every line that was refused, and why. */
  refused: (file: string, line: number, reason: string) => void
}

/**
 * @throws CommandRefusal when a file cannot be read or another import of
 *   sheets is running; Interrupted
 */
export async function importDocketSheets(
  paths: string[],
  { connection, signal, refused }: SheetsOptions
): Promise<SheetsResult> {
  const none = () => ({ entries: 0, documents: 0, parties: 0, attorneys: 0 })
  const result: SheetsResult = { lines: 0, refused: 0, added: none(), changed: none() }
  const client = new pg.Client({
    ...connection,
    application_name: 'curia docket sheets',
    options: '-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0',
  })
  await client.connect()
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [IMPORTING])
    if (!rows[0].free) throw new CommandRefusal('another import of docket sheets is running')
    for (const path of paths) {
      for await (const { line, bytes } of linesOf(readFile(path))) {
        if (signal?.aborted) throw new Interrupted()
        if (bytes?.length === 0) continue
        result.lines++
        try {
          const sheet = await readSheet(bytes)
          const merged = await inTransaction(client, () => mergeDocketSheet(client, sheet))
          count(result, merged)
        } catch (error) {
          result.refused++
          refused(path, line, reasonOf(error))
        }
      }
    }
    for (const table of KEYED) await settleSequence(client, table)
    return result
  } finally {
    await client.end()
  }
}

async function* readFile(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw new CommandRefusal(`cannot read ${path}: ${(error as Error).message}`)
  }
}

async function readSheet(bytes: Buffer | null): Promise<DocketSheet> {
  if (!bytes) throw new SheetError('the line is too long')
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new SheetError(`not JSON: ${(error as Error).message}`)
  }
  return docketSheet.validate(value)
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

function count(result: SheetsResult, merged: Merged): void {
  for (const kind of KINDS) {
    result.added[kind] += merged[kind].added
    result.changed[kind] += merged[kind].changed
  }
}

/** What is wrong with a line; the connection itself is no fault of it. */
function reasonOf(error: unknown): string {
  if (error instanceof SheetError) return error.message
  if (error instanceof errors.E_VALIDATION_ERROR) {
    const messages = error.messages as { field: string; message: string }[]
    return messages
      .slice(0, 3)
      .map(({ field, message }) => `${field}: ${message}`)
      .join('; ')
  }
  const { message, detail, code } = error as Error & { detail?: string; code?: string }
  // Classes 22 and 23: a value or a key that does not fit.
  if (code?.startsWith('22') || code?.startsWith('23'))
    return `${message}${detail ? ` (${detail})` : ''}`
  throw error
}
