/**
 * The ID and span of the request that sent a job, in the job's data: log lines
 * of the job include the ID, jobs it sends inherit both, and its own span links
 * to the request's span.
 */
import type { Logger } from '@adonisjs/core/logger'
import type { Job } from 'pg-boss'
import { isDatabaseAway } from '#app/database/database_unavailable'
import { currentTraceparent } from '#app/support/tracing/spans'
import { currentRequestId } from '#app/support/work_context'
import { durations } from '#app/support/metrics'

const KEY = 'request_id'
const TRACE_KEY = 'traceparent'

/** The data of a job with the ID of the current request, if any. */
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

/** The handler's data, the request ID, and the span that sent the job. */
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

/** Logs a failed attempt in one line; its error is stored with the job. */
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
    'job attempt failed'
  )
}

const attempts = durations(
  'curia_job_seconds',
  'Duration of background job attempts.',
  ['job', 'outcome'],
  [0.05, 0.5, 5, 60, 600]
)

/** Records an attempt that started at a time of `performance.now`. */
export function countAttempt(job: string, outcome: 'done' | 'failed', began: number): void {
  attempts.observe({ job, outcome }, (performance.now() - began) / 1000)
}
