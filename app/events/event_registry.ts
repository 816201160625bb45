/**
 * Named events, their publishers, and their listeners. The change log records
 * changes of rows; an event gives their meaning.
 */
import { PluginError } from '#app/support/plugin_error'
import type { JobDefinition } from '#app/jobs/define_job'
import type { EventPlugin, EventListener } from './contributions.js'

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
