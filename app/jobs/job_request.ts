/**
 * The ID of the request that sent a job, in the job's data: what the job logs
 * has it, and what it sends in turn.
 */
import type { Logger } from '@adonisjs/core/logger'
import type { Job } from 'pg-boss'
import { isDatabaseAway } from '#app/database/database_away'
import { currentRequestId } from '#app/support/work_context'

const KEY = 'request_id'

/** The data of a job with the ID of the request it is sent in, if any. */
export function withRequest(data: object): object {
  const id = currentRequestId()
  return id === undefined ? data : { ...data, [KEY]: id }
}

/** What the handler gets, and the ID of the request. */
export function splitRequest(data: object | null): { data: object; requestId?: string } {
  const { [KEY]: requestId, ...rest } = (data ?? {}) as Record<string, unknown>
  return { data: rest, ...(typeof requestId === 'string' ? { requestId } : {}) }
}

/** One line for an attempt that failed; its error is kept with the job. */
export function logAttempt(
  logger: Pick<Logger, 'warn'>,
  { name, id, retryCount, data }: Job<object>,
  error: unknown
): void {
  if (isDatabaseAway(error)) return
  const { name: kind, code } = error as Error & { code?: string }
  const { requestId } = splitRequest(data)
  logger.warn(
    { job: name, job_id: id, [KEY]: requestId, attempt: retryCount + 1, error: kind, code },
    'an attempt of a job failed'
  )
}
