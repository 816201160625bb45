import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { inject } from '@adonisjs/core'
import { Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { unavailable } from '#app/storage/disk_files'
import { Jobs } from '#app/jobs/jobs'
import { REMOVE_JOB, STATUS } from '../codes.js'
import type FetchPurchase from '../models/fetch_purchase.js'
import type FetchRequest from '../models/fetch_request.js'
import { fetchedFolder } from '../court_system.js'
import type { RegistrySession, RequestContext } from '../registry_client/types.js'
import { FetchOutcomes, type Outcome } from './outcome.js'
import type { Purchases } from './purchases.js'
import { mergePage, PageNotMerged, parseInThread } from '#plugins/federal_records/public/merging'
import { UnreadText } from '#plugins/federal_records/public/unread_text'
import { FetchRefused, RetryableFetchError } from './refusals.js'

/** An attempt to process a request. */
export interface Work {
  request: FetchRequest
  /** Target court. */
  court: string
  purchases: Purchases
  context: RequestContext
  /** The account's session. @throws FetchRefused if expired, RegistryError if the court doesn't respond */
  session: () => Promise<RegistrySession>
  /** Notice of the login; empty if none. */
  notice: () => string
}

const DONE = 'Successfully completed fetch and save.'

/** Message of a successful request. @param unread sentence about text that wasn't read */
export function doneMessage({ notice }: Work, unread = ''): string {
  const pending = notice()
  return [DONE, unread, pending && `Notice from the court system: ${pending}`]
    .filter(Boolean)
    .join(' ')
}

/** A fetched page, and the purchase that keeps it until it is merged. */
export interface FetchedPage {
  bytes: Uint8Array
  kept: FetchPurchase | undefined
}

/** Stores what a request fetched. */
@inject()
export class FetchResults {
  constructor(
    private database: Database,
    private disk: Disk,
    private jobs: Jobs,
    private outcomes: FetchOutcomes,
    private unreadText: UnreadText
  ) {}

  /** Bytes of an earlier purchase. */
  async readKept({ keptPath }: FetchPurchase): Promise<Uint8Array> {
    return buffer(await this.disk.getStream(keptPath).catch(unavailable))
  }

  /**
   * Runs work with a local file, which is deleted afterward.
   *
   * @param source an earlier purchase, or the path of a downloaded file
   */
  async withFile<T>(source: FetchPurchase | string, act: (file: string) => Promise<T>): Promise<T> {
    let file = source
    try {
      if (typeof file !== 'string') {
        const folder = fetchedFolder()
        await mkdir(folder, { recursive: true })
        const stored = await this.disk.getStream(file.keptPath).catch(unavailable)
        file = join(folder, randomUUID())
        await pipeline(stored, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      }
      return await act(file)
    } finally {
      if (typeof file === 'string') await rm(file, { force: true })
    }
  }

  /** Ends a request in the transaction that stores its result, and removes the kept purchase. */
  async finish(
    { request }: Work,
    trx: TransactionClientContract,
    outcome: Outcome,
    kept: FetchPurchase | undefined
  ): Promise<void> {
    await this.outcomes.finish(trx, request.id, outcome)
    if (!kept) return
    const { keptPath } = kept
    await kept.useTransaction(trx).merge({ keptPath: '' }).save()
    await this.jobs.send(trx, REMOVE_JOB, { paths: [keptPath] })
  }

  /**
   * Merges a court page into the archive.
   *
   * @throws FetchRefused, RetryableFetchError
   */
  async merge(work: Work, { bytes, kept }: FetchedPage, caseId: string | null): Promise<void> {
    const { court, request } = work
    const reading = await parseInThread(bytes, court)
    if ('outcome' in reading)
      throw new FetchRefused(
        STATUS.failed,
        'unreadable_page',
        `Unable to parse the court's page (${reading.outcome.replaceAll('_', ' ')}).`
      )
    try {
      await this.database.transaction(async (trx) => {
        const merged = await mergePage(trx, {
          page: reading as Parameters<typeof mergePage>[1]['page'],
          court,
          registryCaseId: caseId,
        })
        const unread = await this.unreadText.record(trx, {
          reading,
          court,
          bytes,
          source: 'fetch',
          dockets: merged.docketIds,
        })
        const outcome = {
          status: STATUS.done,
          message: doneMessage(work, unread),
          docket: merged.docketId,
        } as const
        await this.finish(
          work,
          trx,
          request.recapDocumentId ? { ...outcome, docket: undefined } : outcome,
          kept
        )
      })
    } catch (error) {
      if (!(error instanceof PageNotMerged)) throw error
      if (error.reason === 'no_such_entry')
        throw new RetryableFetchError('no_such_entry', error.message)
      const status = error.reason === 'nothing_to_merge' ? STATUS.invalid : STATUS.failed
      throw new FetchRefused(status, error.reason, error.message)
    }
  }
}
