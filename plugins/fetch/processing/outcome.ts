/** What becomes of a request (fetch-and-upload, 1.3). */
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { STATUS, type FinalStatus, LANE_JOB } from '../codes.js'
import FetchRequest from '../models/fetch_request.js'
import { PAUSED_MESSAGE } from '../models/paused_court.js'
import type { RefusalCode, WorthRetrying } from './refusals.js'
import { counter } from '#app/support/metrics'
import application from '@adonisjs/core/services/app'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { transactionReader } from '#app/database/transaction_reader'
import { sendWebhook } from '#plugins/webhooks/public'

/** Retries after the first attempt, and seconds by which each waits longer. */
export const MAX_RETRIES = 5
const STEP = 5

export interface Outcome {
  status: FinalStatus
  message: string
  /** Why it failed; blank unless it did. */
  code?: RefusalCode | ''
  retryable?: boolean
  docket?: number
}

/** Takes a request that waits, or whose work a crash ended; undefined for all others. */
export async function takeRequest(
  app: ApplicationService,
  id: number
): Promise<FetchRequest | undefined> {
  const database = await app.container.make('lucid.db')
  return database.transaction(async (trx) => {
    const request = await FetchRequest.locked(trx, id)
    if (!request?.isOpen) return undefined
    const message = request.message === PAUSED_MESSAGE ? '' : request.message
    return request.merge({ status: STATUS.processing, message }).save()
  })
}

/** Writes what became of a request, and tells its owner. */
export async function finishRequest(
  trx: TransactionClientContract,
  id: number,
  { status, message, code = '', retryable = false, docket }: Outcome
): Promise<void> {
  const request = await FetchRequest.locked(trx, id)
  if (!request?.isOpen) return
  await request
    .merge({
      status,
      message,
      errorCode: code,
      errorRetryable: retryable,
      sessionKey: '',
      nextAttempt: null,
      ...(docket === undefined ? {} : { docketId: docket }),
    })
    .save()
  await announceRequest(trx, request)
  countFetch(code)
}

/**
 * Has a request tried again later, or ends it after the last attempt.
 *
 * @returns false when it has ended
 */
export async function retryRequest(
  app: ApplicationService,
  id: number,
  { code, message }: Pick<WorthRetrying, 'code' | 'message'>
): Promise<boolean> {
  const database = await app.container.make('lucid.db')
  const jobs = await app.container.make(Jobs)
  return database.transaction(async (trx) => {
    const request = await FetchRequest.locked(trx, id)
    if (!request?.isOpen) return true
    const { retries, userId, askedCourtId } = request
    if (retries >= MAX_RETRIES) {
      await finishRequest(trx, id, { status: STATUS.failed, code, message, retryable: true })
      return false
    }
    const nextAttempt = new Date(Date.now() + STEP * 1000 * (retries + 1))
    await request
      .merge({
        status: STATUS.retrying,
        retries: retries + 1,
        message,
        errorCode: code,
        errorRetryable: true,
        nextAttempt,
      })
      .save()
    const lane = { account: String(userId), court: askedCourtId! }
    await jobs.send(trx, LANE_JOB, lane, { startAfter: nextAttempt })
    return true
  })
}

const fetches = counter(
  'curia_fetches_total',
  'Fetches from the court system that ended, by the code of their failure.',
  ['outcome']
)

/** @param code of the failure; blank: it succeeded */
function countFetch(code: string): void {
  fetches.inc({ outcome: code || 'success' })
}

/** Sends the event of a request that has ended, once. */
export async function announceRequest(
  trx: TransactionClientContract,
  { id, userId }: { id: number; userId: number }
): Promise<void> {
  const records = new Records(
    await application.container.make(ResourceRegistry),
    transactionReader(trx)
  )
  await sendWebhook(trx, {
    event: 'fetch',
    account: userId,
    payload: async () => (await records.find('archive-fetch', String(id), userId))!,
    key: `fetch ${id}`,
  })
}
