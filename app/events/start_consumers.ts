/**
 * Starts the consumers that plugins declare.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { ChangeLog } from './change_log.js'
import { ConsumerRegistry } from './consumer_registry.js'
import { Consumers } from './consumers.js'
import type { ConsumerDefinition } from './consumer_definition.js'

/**
 * Gives consumers without a rebuild their first position: they get all
 * changes from now on, also those made while no process runs them.
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

/** Starts the consumers of the plugins, or stands by, until the application ends. */
export async function startConsumers({ container }: ApplicationService): Promise<void> {
  const registry = await container.make(ConsumerRegistry)
  const consumers = await container.make(Consumers)
  for (const definition of registry.all()) await consumers.start(definition)
}
