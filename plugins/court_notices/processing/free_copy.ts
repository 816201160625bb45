/**
 * The one free copy of a document (court-system, 8). The court answers its link once: that it is
 * asked is committed before, and what became of it after. Where a process ended in between, the
 * outcome is unknown and the court is not asked again.
 */
import { rm } from 'node:fs/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import { stageFile } from '#app/storage/saved_file'
import { COPY, type CopyState } from '../codes.js'
import { CourtSystem, RegistryError, type RegistryClient } from '#plugins/fetch/public'
import { newPath } from '../files.js'
import CourtNotice from '../models/court_notice.js'
import type { ReadNotice } from './read_notice.js'

/** What became of the copy so far. */
export interface CopyOutcome {
  state: CopyState
  /** In words, where there is something to say. */
  said: string
}

/** The court gave nothing: another attempt can do it. */
const NOT_GIVEN: readonly string[] = ['court_unreachable', 'court_blocked']
/** Errors of connections that were never made. */
const NOT_CONNECTED: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']
/** The court may have given it to a connection that broke. */
const UNKNOWN: readonly string[] = ['network_error', 'http_error']

/**
 * Asks for the copy unless that was done, and keeps it on the disk.
 *
 * @throws errors of the database and the disk
 */
export async function fetchFreeCopy(
  app: ApplicationService,
  notice: CourtNotice,
  { read, signal }: { read: ReadNotice; signal: AbortSignal }
): Promise<CopyOutcome> {
  const { copy: state } = notice
  if (state === COPY.requested) return note(app, notice, COPY.unknown)
  if (state !== COPY.waiting) return { state, said: '' }
  const { free, court } = read
  if (!free) return note(app, notice, COPY.none)
  if (free.documentId && (await isHere(app, court, free.documentId)))
    return note(app, notice, COPY.known)
  const client = await (await app.container.make(CourtSystem)).clientIfOn()
  if (!client) return note(app, notice, COPY.off)
  const failure = await client.probe(court, signal).catch(codeOf)
  if (failure)
    return note(app, notice, NOT_GIVEN.includes(failure) ? COPY.waiting : COPY.refused, failure)
  await note(app, notice, COPY.requested)
  return ask(app, notice, { client, link: free.link, signal })
}

/** @throws what is no refusal of the court system */
function codeOf(error: unknown): string {
  if (error instanceof RegistryError) return error.code
  throw error
}

async function ask(
  app: ApplicationService,
  notice: CourtNotice,
  { client, link, signal }: { client: RegistryClient; link: string; signal: AbortSignal }
): Promise<CopyOutcome> {
  try {
    const { path: file } = await client.freeDocument(link, { signal })
    try {
      return await keep(app, notice, file)
    } finally {
      await rm(file, { force: true })
    }
  } catch (error) {
    // The process stops: the next attempt finds that the court was asked.
    signal.throwIfAborted()
    if (!(error instanceof RegistryError)) {
      const logger = await app.container.make('logger')
      logger.error({ err: error, notice: notice.id }, 'free copy failed')
      return note(app, notice, COPY.unknown)
    }
    const { code, said } = error
    if (NOT_GIVEN.includes(code) || NOT_CONNECTED.includes(said))
      return note(app, notice, COPY.waiting, code)
    if (UNKNOWN.includes(code)) return note(app, notice, COPY.unknown, code)
    return note(app, notice, code === COPY.used ? COPY.used : COPY.refused, code)
  }
}

async function keep(
  app: ApplicationService,
  notice: CourtNotice,
  file: string
): Promise<CopyOutcome> {
  const disk = (await app.container.make('drive.manager')).use()
  const path = newPath()
  const staged = await stageFile(disk, path, file)
  try {
    const database = await app.container.make('lucid.db')
    await database.transaction(async (trx) => {
      const locked = await CourtNotice.lock(trx, notice.id)
      await locked?.merge({ copy: COPY.kept, copyPath: path }).save()
      await staged.publish()
    })
  } finally {
    await staged.discard()
  }
  notice.merge({ copy: COPY.kept, copyPath: path })
  return { state: COPY.kept, said: '' }
}

/** Commits what became of it. */
async function note(
  app: ApplicationService,
  notice: CourtNotice,
  state: CopyState,
  said = ''
): Promise<CopyOutcome> {
  const database = await app.container.make('lucid.db')
  await database.transaction(async (trx) => {
    const locked = await CourtNotice.lock(trx, notice.id)
    await locked?.merge({ copy: state }).save()
  })
  notice.merge({ copy: state })
  return { state, said }
}

/** Whether the archive has the document, or staff sealed it. */
async function isHere(
  { container }: ApplicationService,
  court: string,
  documentId: string
): Promise<boolean> {
  const database = await container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: unknown[] }>(
    `SELECT 1 FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id
     JOIN dockets k ON k.id = e.docket_id
     WHERE doc.registry_doc_id = ? AND k.court_id = ? AND (doc.is_available OR doc.is_sealed) LIMIT 1`,
    [documentId, court]
  )
  return rows.length > 0
}
