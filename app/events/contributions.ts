/**
 * What a plugin contributes to the change log and to events.
 */
import type { LazyDefault, LazyList } from '#app/support/lazy'
import type { EventListener } from './define_listener.js'
import type { Published } from './publication.js'
import type { ConsumerDefinition } from './consumer_definition.js'

export interface EventContributions {
  /** Tables whose changes are written to the change log. */
  publishes?: Published[]
  /** Consumers of the change log, by names that begin with the plugin's: they run where jobs do. */
  consumers?: LazyList<ConsumerDefinition>
  /** Events it publishes, with a sentence on when: `docket.merged`. */
  events?: Record<string, string>
  /** Listeners by event name; each is a job of its own. */
  listens?: Record<string, LazyDefault<EventListener>>
}

/** A plugin as far as events are concerned. */
export interface EventPlugin extends EventContributions {
  name: string
}
