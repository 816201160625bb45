/**
 * The ID of the request that sent a job, and its span, in the job's data: what
 * the job logs has the ID, what it sends in turn has both, and its own span
 * refers to the other.
 */
import type { Logger } from '@adonisjs/core/logger'
import type { Job } from 'pg-boss'
import { isDatabaseAway } from '#app/database/database_away'
import { currentTraceparent } from '#app/support/tracing/spans'
import { currentRequestId } from '#app/support/work_context'

const KEY = 'request_id'
const TRACE_KEY = 'traceparent'

/** The data of a job with the ID of the request it is sent in, if any. */
export function withRequest(data: object): object {
  const id = currentRequestId()
  const trace = currentTraceparent()
  if (id === undefined && trace === undefined) return data
  return {
    ...data,
    ...(id === undefined ? {} : { [KEY]: id }),
    ...(trace === undefined ? {} : { [TRACE_KEY]: trace }),
  }
}

interface Split {
  data: object
  requestId?: string
  traceparent?: string
}

/** What the handler gets, the ID of the request, and the span that sent it. */
export function splitRequest(data: object | null): Split {
  const {
    [KEY]: requestId,
    [TRACE_KEY]: traceparent,
    ...rest
  } = (data ?? {}) as Record<string, unknown>
  return {
    data: rest,
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
  }
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
