/**
 * `defineListener`: what a plugin does when something happened, as a job of
 * its own that is sent in the transaction of the event.
 */
import type { JobContext, JobSettings } from '#app/jobs/define_job'

export interface EventListener<T extends object = any> extends JobSettings {
  handler: (payload: T, context: JobContext) => Promise<void>
}

export function defineListener<T extends object>(listener: EventListener<T>): EventListener<T> {
  return listener
}
