/**
 * The one free copy of a document (court-system, 8). Its link works once, so the request is
 * committed before it is sent, and the result afterward. If the process ends in between, the
 * result is unknown and the request isn't repeated.
 */
import { rm } from 'node:fs/promises'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { stageFile } from '#app/storage/saved_file'
import { COPY, type CopyState } from '../codes.js'
import { CourtSystem, RegistryError, type RegistryClient } from '#plugins/fetch/public'
import { newPath } from '../files.js'
import CourtNotice from '../models/court_notice.js'
import type { ReadNotice } from './read_notice.js'

/** Current status of the copy. */
export interface CopyOutcome {
  state: CopyState
  /** Reason, if any. */
  said: string
}

/** The court sent no copy, so another attempt is possible. */
const NOT_GIVEN: readonly string[] = ['court_unreachable', 'court_blocked']
/** Errors that occur before a connection is established. */
const NOT_CONNECTED: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']
/** The court may have sent the copy over a connection that broke. */
const UNKNOWN: readonly string[] = ['network_error', 'http_error']

/** Downloads free copies to the disk. */
@inject()
export class FreeCopies {
  constructor(
    private database: Database,
    private disk: Disk,
    private courtSystem: CourtSystem,
    private logger: Logger
  ) {}

  /**
   * Requests the copy unless an earlier attempt did.
   *
   * @throws errors of the database and the disk
   */
  async fetch(
    notice: CourtNotice,
    { read, signal }: { read: ReadNotice; signal: AbortSignal }
  ): Promise<CopyOutcome> {
    const { copy: state } = notice
    if (state === COPY.requested) return this.#note(notice, COPY.unknown)
    if (state !== COPY.waiting) return { state, said: '' }
    const { free, court } = read
    if (!free) return this.#note(notice, COPY.none)
    if (free.documentId && (await this.#isHere(court, free.documentId)))
      return this.#note(notice, COPY.known)
    const client = await this.courtSystem.clientIfOn()
    if (!client) return this.#note(notice, COPY.off)
    const failure = await client.probe(court, signal).catch(codeOf)
    if (failure)
      return this.#note(notice, NOT_GIVEN.includes(failure) ? COPY.waiting : COPY.refused, failure)
    await this.#note(notice, COPY.requested)
    return this.#ask(notice, { client, link: free.link, signal })
  }

  async #ask(
    notice: CourtNotice,
    { client, link, signal }: { client: RegistryClient; link: string; signal: AbortSignal }
  ): Promise<CopyOutcome> {
    try {
      const { path: file } = await client.freeDocument(link, { signal })
      try {
        return await this.#keep(notice, file)
      } finally {
        await rm(file, { force: true })
      }
    } catch (error) {
      // The process is stopping. The next attempt finds the committed request.
      signal.throwIfAborted()
      if (!(error instanceof RegistryError)) {
        this.logger.error({ err: error, notice: notice.id }, 'free copy failed')
        return this.#note(notice, COPY.unknown)
      }
      const { code, said } = error
      if (NOT_GIVEN.includes(code) || NOT_CONNECTED.includes(said))
        return this.#note(notice, COPY.waiting, code)
      if (UNKNOWN.includes(code)) return this.#note(notice, COPY.unknown, code)
      return this.#note(notice, code === COPY.used ? COPY.used : COPY.refused, code)
    }
  }

  async #keep(notice: CourtNotice, file: string): Promise<CopyOutcome> {
    const path = newPath()
    const staged = await stageFile(this.disk, path, file)
    try {
      await this.database.transaction(async (trx) => {
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

  /** Commits the state of the copy. */
  async #note(notice: CourtNotice, state: CopyState, said = ''): Promise<CopyOutcome> {
    await this.database.transaction(async (trx) => {
      const locked = await CourtNotice.lock(trx, notice.id)
      await locked?.merge({ copy: state }).save()
    })
    notice.merge({ copy: state })
    return { state, said }
  }

  /** Whether the archive has the document, or staff sealed it. */
  async #isHere(court: string, documentId: string): Promise<boolean> {
    const { rows } = await this.database.rawQuery<{ rows: unknown[] }>(
      `SELECT 1 FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id
       JOIN dockets k ON k.id = e.docket_id
       WHERE doc.registry_doc_id = ? AND k.court_id = ? AND (doc.is_available OR doc.is_sealed) LIMIT 1`,
      [documentId, court]
    )
    return rows.length > 0
  }
}

/** @throws errors other than RegistryError */
function codeOf(error: unknown): string {
  if (error instanceof RegistryError) return error.code
  throw error
}
