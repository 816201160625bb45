/**
 * The consumers of this process, woken by database notifications.
 */
import type { PgNotifications } from '#app/database/notifications'
import type pg from 'pg'
import { namedWork } from '#app/support/process_stop'
import { Consumer, type ConsumerServices } from './consumer.js'
import { LeaderElection } from './leader_election.js'
import { type ConsumerDefinition, ConsumerRegistry } from './consumer_definition.js'
import type { ApplicationService } from '@adonisjs/core/types'
import type { ChangeLog } from './change_log.js'
import { CursorTooOld } from './cursor.js'

/** Channel that triggers notify of changes. */
export const CHANGE_CHANNEL = 'curia_changes'

export class Consumers {
  readonly #consumers = new Set<Consumer>()
  readonly #election: LeaderElection
  #isListening = false
  #listening: Promise<void> | undefined
  #closing: Promise<void> | undefined

  constructor(
    readonly services: Omit<ConsumerServices, 'isListening' | 'election'> & {
      connection: pg.ClientConfig
    },
    readonly notifications: PgNotifications
  ) {
    this.#election = new LeaderElection(services.connection)
  }

  /** Runs a consumer in this process as leader or standby. */
  async start(definition: ConsumerDefinition): Promise<Consumer> {
    this.#listening ??= this.#listen()
    await this.#listening
    const consumer = new Consumer(definition, {
      ...this.services,
      election: this.#election,
      isListening: () => this.#isListening,
    })
    this.#consumers.add(consumer)
    if (this.#closing) await consumer.stop()
    return consumer
  }

  /** Resolves when all consumers have stopped. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    await Promise.all(
      [...this.#consumers].map((consumer) =>
        namedWork(`consumer ${consumer.definition.name}`, () => consumer.stop())
      )
    )
    await this.#election.close()
  }

  async #listen(): Promise<void> {
    const wakeAll = () => {
      for (const consumer of this.#consumers) consumer.wake()
    }
    await this.notifications.listen(CHANGE_CHANNEL, {
      onMessage: wakeAll,
      onDisconnect: () => (this.#isListening = false),
      onReconnect: () => {
        this.#isListening = true
        wakeAll()
      },
    })
  }
}

/**
 * Gives consumers without a rebuild their first position: they receive all
 * changes from now on, including changes made while no process runs them.
 */
export async function initializePositions(
  log: ChangeLog,
  consumers: readonly ConsumerDefinition[]
): Promise<void> {
  for (const { name, position, rebuild } of consumers) {
    if (position || rebuild || (await log.findConsumerPosition(name)) !== null) continue
    await log.savePosition(name, await log.now())
  }
}

/** Runs the consumers of the plugins as leader or standby until the application ends. */
export async function startConsumers({ container }: ApplicationService): Promise<void> {
  const registry = await container.make(ConsumerRegistry)
  const consumers = await container.make(Consumers)
  for (const definition of registry.all()) await consumers.start(definition)
}

export interface ConsumerLag {
  name: string
  /** Seconds since the oldest unhandled change; 0: none, null: it must be rebuilt. */
  behind: number | null
  /** When its position last changed. */
  movedAt: Date
}

/**
 * Every consumer with a saved position, even if no process runs it any
 * longer.
 *
 * @param definitions consumers that handle changes of some tables only
 */
export async function consumerLags(
  log: ChangeLog,
  definitions: readonly Pick<ConsumerDefinition, 'name' | 'tables'>[]
): Promise<ConsumerLag[]> {
  const tables = new Map(definitions.map((definition) => [definition.name, definition.tables]))
  const rows = await log.database.from('change_cursors').orderBy('name')
  return Promise.all(
    rows.map(async ({ name, cursor, date_modified: movedAt }) => ({
      name: name as string,
      behind: await behind(log, cursor, tables.get(name)),
      movedAt: movedAt as Date,
    }))
  )
}

async function behind(
  log: ChangeLog,
  cursor: string,
  tables?: readonly string[]
): Promise<number | null> {
  try {
    const { changes } = await log.read({ after: cursor, limit: 1, tables })
    const [oldest] = changes
    return oldest ? Math.max(0, (Date.now() - oldest.changedAt.getTime()) / 1000) : 0
  } catch (error) {
    if (error instanceof CursorTooOld) return null
    throw error
  }
}
