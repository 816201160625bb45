/**
 * The request that work is done for, also in the jobs it sends: log lines
 * have its ID.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface WorkContext {
  /** Nothing but text: connections and timers that are made meanwhile keep it. */
  requestId?: string
  /** The job, where it is not the request itself. */
  job?: { name: string; id: string }
}

const storage = new AsyncLocalStorage<WorkContext>()

/** Does work for a request. */
export function inContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work)
}

/** ID of the request this is done for; undefined for what the server does by itself. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId
}

/** What each log line of a job has besides its text. */
export function jobFields(): object {
  const { job, requestId } = storage.getStore() ?? {}
  if (!job) return {}
  return { job: job.name, job_id: job.id, request_id: requestId }
}
