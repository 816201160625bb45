/**
 * What a plugin contributes to the change log and to events.
 */
import type { LazyDefault, LazyList } from '#app/support/lazy'
import type { Published } from './publication.js'
import type { ConsumerDefinition } from './consumer_definition.js'
import type { Derivation } from './derivations.js'
import type { JobContext, JobSettings } from '#app/jobs/define_job'

export interface EventContributions {
  /** Tables whose changes are written to the change log. */
  publishes?: Published[]
  /** Consumers of the change log; they run in processes that run jobs. */
  consumers?: LazyList<ConsumerDefinition>
  /** What the plugin derives from other rows. */
  derivations?: LazyList<Derivation>
  /** Events that the plugin publishes, with a description. */
  events?: Record<string, string>
  /** Listeners by event name; each is a separate job. */
  listens?: Record<string, LazyDefault<EventListener>>
}

/** The event-related part of a plugin. */
export interface EventPlugin extends EventContributions {
  name: string
}

export interface EventListener<T extends object = any> extends JobSettings {
  handler: (payload: T, context: JobContext) => Promise<void>
}

export function defineListener<T extends object>(listener: EventListener<T>): EventListener<T> {
  return listener
}
