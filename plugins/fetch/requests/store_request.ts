/** What is stored of a request, and what happens with it. */
import app from '@adonisjs/core/services/app'
import type { CreateWrite, StoredRow } from '#api/writes/hooks'
import type { InvalidValues } from '#app/support/domain_error'
import { Jobs } from '#app/jobs/jobs'
import { STATUS } from '../codes.js'
import { LANE_JOB } from '../job_names.js'
import { timeOf } from '../models/fetch_request.js'
import PausedCourt, { PAUSED_MESSAGE } from '../models/paused_court.js'
import { announceRequest } from '../webhooks/announce.js'
import { runningDuplicate } from './duplicates.js'
import { refusalOf, type PreparedRequest } from './prepare_request.js'

/** Names the first of two equal requests that are under way. */
const DUPLICATE_OF = 'duplicate-of'

/** @returns why the request is refused; its row says so, too */
export async function storeRequest(
  { trx, caller, values, headers, prepared }: CreateWrite,
  save: () => Promise<StoredRow>
): Promise<InvalidValues | undefined> {
  const request = prepared as PreparedRequest
  const { askedCourt, sessionKey, refusal } = request
  const status = refusal ? STATUS.invalid : STATUS.queued
  Object.assign(values, {
    status,
    asked_court_id: askedCourt,
    session_key: sessionKey,
    status_times: JSON.stringify(timeOf(status)),
    ...(refusal
      ? {
          message: Object.values(refusal.body).flat().join(' '),
          error_code: refusal.code,
          error_retryable: refusal.retryable,
          date_completed: new Date(),
        }
      : (await PausedCourt.isPaused(trx, askedCourt!))
        ? { message: PAUSED_MESSAGE }
        : {}),
  })
  const first = refusal ? undefined : await runningDuplicate(trx, caller!.account.id, values)
  if (first !== undefined) headers[DUPLICATE_OF] = String(first)
  const { id } = await save()
  const account = caller!.account.id
  if (refusal) await announceRequest(trx, { id: Number(id), userId: account })
  else {
    const jobs = await app.container.make(Jobs)
    await jobs.send(trx, LANE_JOB, { account: String(account), court: askedCourt! })
  }
  return refusalOf(request)
}
