import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { unavailable } from '#app/storage/disk_files'
import { Jobs } from '#app/jobs/jobs'
import { REMOVE_JOB, STATUS } from '../codes.js'
import type FetchPurchase from '../models/fetch_purchase.js'
import type FetchRequest from '../models/fetch_request.js'
import { fetchedFolder } from '../court_system.js'
import type { RegistrySession, RequestContext } from '../registry_client/types.js'
import { finishRequest, type Outcome } from './outcome.js'
import type { Purchases } from './purchases.js'
import { mergePage, PageNotMerged, parseInThread } from '#plugins/federal_records/public/merging'
import { FetchRefused, WorthRetrying } from './refusals.js'

/** An attempt at a request. */
export interface Work {
  app: ApplicationService
  request: FetchRequest
  /** The court that is asked. */
  court: string
  purchases: Purchases
  context: RequestContext
  /** The session of the account. @throws FetchRefused when its time is up; RegistryError for a court that does not answer */
  session: () => Promise<RegistrySession>
  /** What is pending on the account, as its login said; empty for nothing. */
  notice: () => string
}

const DONE = 'Successfully completed fetch and save.'

/** What is said of a request whose result is stored. */
export function doneMessage({ notice }: Work): string {
  const pending = notice()
  return pending ? `${DONE} The court system says of your account: ${pending}` : DONE
}

/** Bytes of what was bought before. */
export async function readKept({ app }: Work, { keptPath }: FetchPurchase): Promise<Uint8Array> {
  const disk = (await app.container.make('drive.manager')).use()
  return buffer(await disk.getStream(keptPath).catch(unavailable))
}

/** Does work with a file of this machine: what was bought before, or just came. */
export async function withFile<T>(
  { app }: Work,
  source: FetchPurchase | string,
  act: (file: string) => Promise<T>
): Promise<T> {
  let file = source
  try {
    if (typeof file !== 'string') {
      const folder = fetchedFolder()
      await mkdir(folder, { recursive: true })
      const disk = (await app.container.make('drive.manager')).use()
      const stored = await disk.getStream(file.keptPath).catch(unavailable)
      file = join(folder, randomUUID())
      await pipeline(stored, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    }
    return await act(file)
  } finally {
    if (typeof file === 'string') await rm(file, { force: true })
  }
}

/** Ends a request in the transaction that stores its result; what was kept of a purchase goes. */
export async function finishStored(
  { app, request }: Work,
  trx: TransactionClientContract,
  outcome: Outcome,
  kept: FetchPurchase | undefined
): Promise<void> {
  await finishRequest(trx, request.id, outcome)
  if (!kept) return
  const { keptPath } = kept
  await kept.useTransaction(trx).merge({ keptPath: '' }).save()
  const jobs = await app.container.make(Jobs)
  await jobs.send(trx, REMOVE_JOB, { paths: [keptPath] })
}

/** What came, and the purchase it is kept with until it is merged. */
export interface FetchedPage {
  bytes: Uint8Array
  kept: FetchPurchase | undefined
}

/** @throws FetchRefused, WorthRetrying */
export async function mergeFetched(
  work: Work,
  { bytes, kept }: FetchedPage,
  caseId: string | null
): Promise<void> {
  const { app, court, request } = work
  const reading = await parseInThread(bytes, court)
  if ('outcome' in reading)
    throw new FetchRefused(
      STATUS.failed,
      'unreadable_page',
      `Unable to parse the court's page (${reading.outcome.replaceAll('_', ' ')}).`
    )
  const database = await app.container.make('lucid.db')
  try {
    await database.transaction(async (trx) => {
      const merged = await mergePage(trx, {
        page: reading as Parameters<typeof mergePage>[1]['page'],
        court,
        registryCaseId: caseId,
      })
      const outcome = {
        status: STATUS.done,
        message: doneMessage(work),
        docket: merged.docketId,
      } as const
      await finishStored(
        work,
        trx,
        request.recapDocumentId ? { ...outcome, docket: undefined } : outcome,
        kept
      )
    })
  } catch (error) {
    if (!(error instanceof PageNotMerged)) throw error
    if (error.reason === 'no_such_entry') throw new WorthRetrying('no_such_entry', error.message)
    const status = error.reason === 'nothing_to_merge' ? STATUS.invalid : STATUS.failed
    throw new FetchRefused(status, error.reason, error.message)
  }
}
