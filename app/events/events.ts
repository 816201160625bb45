/**
 * Named events, their publishers, and their listeners. The change log records
 * changes of rows; an event gives their meaning.
 */
import { PluginError } from '#app/support/plugin_error'
import type { JobDefinition } from '#app/jobs/define_job'
import type { EventPlugin, EventListener } from './contributions.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Jobs } from '#app/jobs/jobs'

interface ListenerJob {
  plugin: string
  declaration: JobDefinition
}

export class EventRegistry {
  private constructor(
    /** Names of the listener jobs, by event. */
    readonly listeners: ReadonlyMap<string, string[]>,
    /** One job per listener. */
    readonly jobs: ListenerJob[]
  ) {}

  /** @throws PluginError for an event declared twice, or a listener for an undeclared event */
  static async assemble(plugins: EventPlugin[]): Promise<EventRegistry> {
    const listeners = declared(plugins)
    const jobs: ListenerJob[] = []
    for (const { name: plugin, listens = {} } of plugins) {
      for (const [event, load] of Object.entries(listens)) {
        const names = listeners.get(event)
        if (!names) {
          throw new PluginError(
            'E_UNKNOWN_EVENT',
            `plugin "${plugin}" listens to "${event}", which no plugin declares with host.event`
          )
        }
        const listener: EventListener = (await load()).default
        const name = `${plugin}.on.${event}`
        names.push(name)
        jobs.push({ plugin, declaration: { ...listener, name } })
      }
    }
    return new EventRegistry(listeners, jobs)
  }
}

function declared(plugins: EventPlugin[]): Map<string, string[]> {
  const owners = new Map<string, string>()
  for (const { name, events = {} } of plugins) {
    for (const event of Object.keys(events)) {
      const owner = owners.get(event)
      if (owner) {
        throw new PluginError(
          'E_DUPLICATE_EVENT',
          `plugins "${owner}" and "${name}" both declare the event "${event}"`
        )
      }
      owners.set(event, name)
    }
  }
  return new Map([...owners.keys()].map((event) => [event, []]))
}

/**
 * Publishes events: one job for each listener, in the transaction that caused
 * the event.
 */
export class Events {
  constructor(
    readonly registry: EventRegistry,
    readonly jobs: Pick<Jobs, 'send'>
  ) {}

  /**
   * @param payload JSON without secrets; prefer row keys to contents
   * @throws Error for an undeclared event
   */
  async publish(trx: TransactionClientContract, event: string, payload: object): Promise<void> {
    const listeners = this.registry.listeners.get(event)
    if (!listeners) throw new Error(`no plugin declares the event "${event}"`)
    for (const name of listeners) await this.jobs.send(trx, name, payload)
  }
}
