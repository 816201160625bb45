/**
 * The request for which work is done, including the jobs it dispatches. Log lines contain its
 * ID.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface WorkContext {
  /** Text only, because connections and timers created during the work keep the context. */
  requestId?: string
  /** The job, if the work is part of one. */
  job?: { name: string; id: string }
}

const storage = new AsyncLocalStorage<WorkContext>()

/** Runs work for a request. */
export function inContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work)
}

/** ID of the current request; undefined for work that the server does on its own. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId
}

/** Additional fields in the log lines of a job. */
export function jobFields(): object {
  const { job, requestId } = storage.getStore() ?? {}
  if (!job) return {}
  return { job: job.name, job_id: job.id, request_id: requestId }
}
