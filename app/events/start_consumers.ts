/**
 * The consumers plugins declare: where they begin, and the processes that
 * run them.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { ChangeLog } from './change_log.js'
import { ConsumerRegistry } from './consumer_registry.js'
import { Consumers } from './consumers.js'
import type { ConsumerDefinition } from './consumer_definition.js'

/**
 * Has consumers that build nothing begin here: what changes from now on is
 * theirs, also when nothing runs them for some days.
 */
export async function initializePositions(
  log: ChangeLog,
  consumers: readonly ConsumerDefinition[]
): Promise<void> {
  for (const { name, position, rebuild } of consumers) {
    if (position || rebuild || (await log.positionOf(name)) !== null) continue
    await log.savePosition(name, await log.now())
  }
}

/** Has this process run the consumers of the plugins, or stand by; until the application ends. */
export async function startConsumers({ container }: ApplicationService): Promise<void> {
  const registry = await container.make(ConsumerRegistry)
  const consumers = await container.make(Consumers)
  for (const definition of registry.all()) await consumers.start(definition)
}
