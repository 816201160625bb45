/** Stores a request and queues its job. */
import { inject } from '@adonisjs/core'
import type { CreateWrite, StoredRow, ColumnValues } from '#api/writes/hooks'
import type { InvalidValues } from '#app/support/domain_error'
import { Jobs } from '#app/jobs/jobs'
import { STATUS, OPEN, LANE_JOB } from '../codes.js'
import { buildStatusTime } from '../models/fetch_request.js'
import PausedCourt, { PAUSED_MESSAGE } from '../models/paused_court.js'
import { FetchOutcomes } from '../processing/outcome.js'
import { getRequestError, type PreparedRequest } from './prepare_request.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { readDocketNumbers } from '#app/support/docket_number'

/** Header with the ID of a running request for the same fetch. */
const DUPLICATE_OF = 'duplicate-of'

@inject()
export class RequestStore {
  constructor(
    private jobs: Jobs,
    private outcomes: FetchOutcomes
  ) {}

  /** @returns the error of a rejected request, which is also stored in its row */
  async store(
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
      status_times: JSON.stringify(buildStatusTime(status)),
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
    if (refusal) await this.outcomes.announce(trx, { id: Number(id), userId: account })
    else await this.jobs.send(trx, LANE_JOB, { account: String(account), court: askedCourt! })
    return getRequestError(request)
  }
}

/** Columns that identify a fetch, in addition to the docket number. */
const ASKED = [
  'request_type',
  'court_id',
  'docket_id',
  'recap_document_id',
  'registry_case_id',
  'de_date_start',
  'de_date_end',
  'de_number_start',
  'de_number_end',
  'show_parties_and_counsel',
  'show_terminated_parties',
  'show_list_of_member_cases',
]

/** @returns the first open request of the last minute for the same fetch */
async function runningDuplicate(
  trx: TransactionClientContract,
  account: number,
  values: ColumnValues
): Promise<number | undefined> {
  const same = ASKED.map((column) => `${column} IS NOT DISTINCT FROM :${column}`).join(' AND ')
  const asked = Object.fromEntries(ASKED.map((column) => [column, values[column] ?? null]))
  const { rows } = await trx.rawQuery<{ rows: { id: string; docket_number: string | null }[] }>(
    `SELECT id, docket_number FROM fetch_requests
     WHERE user_id = :account AND status IN (${OPEN.join(', ')})
       AND date_created > now() - interval '1 minute' AND ${same}
     ORDER BY id LIMIT 100`,
    { ...asked, account } as never
  )
  const number = partsOf(values.docket_number)
  const found = rows.find(({ docket_number: other }) => partsOf(other) === number)
  return found && Number(found.id)
}

/** Normalizes a docket number: equal for `1:24-cv-00024` and `1:24cv24`. */
function partsOf(text: unknown): string {
  const written = typeof text === 'string' ? text.trim() : ''
  const { numbers, rest } = readDocketNumbers(written)
  if (numbers.length !== 1 || rest.length) return written
  const [{ office, year, type, serial, defendant }] = numbers as [(typeof numbers)[number]]
  return JSON.stringify([office, year, type, serial, defendant])
}
