/**
 * `defineJob`: work done in the background, at least once. A job is sent in
 * the transaction that requires it, and may run again after a crash: handlers
 * must be idempotent.
 */
import type { ApplicationService } from '@adonisjs/core/types'

export interface JobContext {
  app: ApplicationService
  /** Aborted when the process stops or the time limit expires; a job that ends then is requeued. */
  signal: AbortSignal
  /** Attempt number, from 1. */
  attempt: number
  /** Name of its process among the database connections (`isGone`). */
  runner?: string
}

export interface JobSettings {
  /** Retries after the first attempt. After the last failure, the job is kept, and staff can run it again. */
  retryLimit?: number
  /** Seconds until the first retry: doubled each time, with jitter. */
  backoff?: { first: number; most: number }
  /** Timeout of an attempt in seconds; at most a day. */
  expireInSeconds?: number
  /** Maximum number running at once in a process. */
  concurrency?: number
}

export interface JobDefinition<T extends object = any> extends JobSettings {
  /** `alerts.send_mail`: starts with the plugin's name. */
  name: string
  handler: (data: T, context: JobContext) => Promise<void>
  /** Cron schedule in the time zone of the setting TIME_ZONE: `0 4 * * *`. */
  cron?: string
  /** At most one is queued and one is running. */
  singleton?: boolean
}

export const JOB_DEFAULTS = {
  retryLimit: 8,
  backoff: { first: 5, most: 3600 },
  expireInSeconds: 900,
  concurrency: 1,
} as const satisfies Required<JobSettings>

/** Declares a job. Its data is JSON without secrets: staff can see it, and it is stored. */
export function defineJob<T extends object = Record<string, never>>(
  job: JobDefinition<T>
): JobDefinition<T> {
  return job
}
