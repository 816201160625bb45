/**
 * `defineJob`: work that is done in the background, at least once. It is sent
 * in the transaction that makes it necessary, and may run again after a
 * crash: handlers are idempotent.
 */
import type { ApplicationService } from '@adonisjs/core/types'

export interface JobContext {
  app: ApplicationService
  /** Aborted when the process stops or the time is up; a job that ends then is handed back. */
  signal: AbortSignal
  /** 1 for the first. */
  attempt: number
  /** What its process is called in the database as long as it lives (`isGone`). */
  runner?: string
}

export interface JobSettings {
  /** Attempts after the first one. When all have failed the job is kept, and staff may run it again. */
  retryLimit?: number
  /** Seconds until the next attempt: doubled each time, with some jitter. */
  backoff?: { first: number; most: number }
  /** Seconds after which an attempt has failed; a day at most. */
  expireInSeconds?: number
  /** How many of them run at once in a process. */
  concurrency?: number
}

export interface JobDefinition<T extends object = any> extends JobSettings {
  /** `alerts.send_mail`: begins with the plugin's name. */
  name: string
  handler: (data: T, context: JobContext) => Promise<void>
  /** When it is sent by itself, in the time zone of the setting TIME_ZONE: `0 4 * * *`. */
  cron?: string
  /** At most one waits, and one runs. */
  singleton?: boolean
}

export const JOB_DEFAULTS = {
  retryLimit: 8,
  backoff: { first: 5, most: 3600 },
  expireInSeconds: 900,
  concurrency: 1,
} as const satisfies Required<JobSettings>

/** Declares a job. Its data is JSON and holds no secrets: staff see it, and it is kept. */
export function defineJob<T extends object = Record<string, never>>(
  job: JobDefinition<T>
): JobDefinition<T> {
  return job
}
