import type { ApplicationService } from '@adonisjs/core/types'
import { confirmCommits } from '#app/database/confirmed_transaction'
import { openDatabase, type OpenDatabase } from '#app/database/connection'
import { HealthCheck } from '#app/database/health_check'
import { Reader } from '#app/database/reader'

declare module '@adonisjs/core/types' {
  interface ContainerBindings {
    'curia.database': OpenDatabase
    'curia.reader': Reader
    'curia.health': HealthCheck
  }
}

/**
 * Opens the database before Lucid boots and hands both Lucid and the reader
 * of the resource engine the same connection settings. Registered before
 * Lucid's provider, it is also shut down after it.
 */
export default class DatabaseProvider {
  #opening: Promise<OpenDatabase> | undefined
  #reader: Reader | undefined
  #health: HealthCheck | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    confirmCommits()
  }

  async boot() {
    if (this.app.getMode() !== 'run') return
    const { settings } = await import('#start/env')
    this.#opening = openDatabase({
      dataDir: settings.dataDir,
      databaseUrl: settings.databaseUrl,
      durable: !this.app.inTest,
      notice: (line) => console.error(`curia: ${line}`),
    })
    const database = await this.#opening
    const { statementTimeout, readConnections } = this.app.config.get<{
      statementTimeout: number
      readConnections: number
    }>('api')
    const reader = new Reader(database.connection, {
      statementTimeout,
      connections: readConnections,
    })

    this.#reader = reader
    this.#health = new HealthCheck(database.connection)
    this.app.container.bindValue('curia.health', this.#health)
    const logger = await this.app.container.make('logger')
    this.app.config.set('database.connections.postgres.log', {
      // Of a connection that cannot be made knex adds a stack of its own; the error reaches who wanted it.
      warn: (message: string) => logger.warn(message.split('\n', 1)[0]),
      error: (message: string) => logger.error(message),
      deprecate: (message: string) => logger.info(message),
    })
    this.app.config.set('database.connections.postgres.connection', database.connection)
    this.app.container.bindValue('curia.database', database)
    this.app.container.bindValue('curia.reader', reader)
  }

  async shutdown() {
    await this.#reader?.close()
    await this.#health?.close()
    // A stop may come while it is still being opened.
    await (await this.#opening?.catch(() => undefined))?.close()
  }
}
