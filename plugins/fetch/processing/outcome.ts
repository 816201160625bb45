/** Statuses of requests (fetch-and-upload, 1.3). */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { STATUS, type FinalStatus, LANE_JOB } from '../codes.js'
import FetchRequest from '../models/fetch_request.js'
import { PAUSED_MESSAGE } from '../models/paused_court.js'
import type { RefusalCode, RetryableFetchError } from './refusals.js'
import { counter } from '#app/support/metrics'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { transactionReader } from '#app/database/reader'
import { sendWebhook } from '#plugins/webhooks/public'

/** Retries after the first attempt, and the seconds by which each delay increases. */
export const MAX_RETRIES = 5
const STEP = 5

export interface Outcome {
  status: FinalStatus
  message: string
  /** Error code; empty if the request hasn't failed. */
  code?: RefusalCode | ''
  retryable?: boolean
  docket?: number
}

/** Moves requests from one status to the next. */
@inject()
export class FetchOutcomes {
  constructor(
    private database: Database,
    private jobs: Jobs,
    private resources: ResourceRegistry
  ) {}

  /** Marks an open request as processing. @returns undefined for other requests */
  async take(id: number): Promise<FetchRequest | undefined> {
    return this.database.transaction(async (trx) => {
      const request = await FetchRequest.locked(trx, id)
      if (!request?.isOpen) return undefined
      const message = request.message === PAUSED_MESSAGE ? '' : request.message
      return request.merge({ status: STATUS.processing, message }).save()
    })
  }

  /** Stores the outcome of a request and notifies its owner. */
  async finish(
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
    await this.announce(trx, request)
    countFetch(code)
  }

  /**
   * Schedules a retry; after the last attempt, the request fails.
   *
   * @returns false if the request has failed
   */
  async retry(
    id: number,
    { code, message }: Pick<RetryableFetchError, 'code' | 'message'>
  ): Promise<boolean> {
    return this.database.transaction(async (trx) => {
      const request = await FetchRequest.locked(trx, id)
      if (!request?.isOpen) return true
      const { retries, userId, askedCourtId } = request
      if (retries >= MAX_RETRIES) {
        await this.finish(trx, id, { status: STATUS.failed, code, message, retryable: true })
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
      await this.jobs.send(trx, LANE_JOB, lane, { startAfter: nextAttempt })
      return true
    })
  }

  /** Sends the webhook event of an ended request, once. */
  async announce(
    trx: TransactionClientContract,
    { id, userId }: { id: number; userId: number }
  ): Promise<void> {
    const records = new Records(this.resources, transactionReader(trx))
    await sendWebhook(trx, {
      event: 'fetch',
      account: userId,
      payload: async () => (await records.find('archive-fetch', String(id), userId))!,
      key: `fetch ${id}`,
    })
  }
}

const fetches = counter(
  'curia_fetches_total',
  'Completed fetches from the court system by outcome.',
  ['outcome']
)

/** @param code error code; empty for success */
function countFetch(code: string): void {
  fetches.inc({ outcome: code || 'success' })
}
