import type { ApplicationService } from '@adonisjs/core/types'
import { isRunning } from '#app/support/run_mode'
import { StartupError } from '#app/support/startup_error'
import { confirmCommits } from './confirmed_transaction.js'
import { OpenDatabase, openDatabase, type ConnectionSettings } from './connection.js'
import { HealthCheck } from './database_unavailable.js'
import { PgNotifications } from './notifications.js'
import { Reader, type ReaderOptions } from './reader.js'
import type { RoutedReader } from './replicas/routed_reader.js'
import { WritePositions } from './replicas/write_positions.js'

/**
 * Opens the database before Lucid boots and gives Lucid and the reader of the
 * resource engine the same connection settings. Because it is registered before
 * Lucid's provider, it is also shut down after it.
 */
export default class DatabaseProvider {
  #opening: Promise<OpenDatabase> | undefined
  #closing: (() => Promise<void>)[] = []

  constructor(protected app: ApplicationService) {}

  register() {
    confirmCommits()
    const { container } = this.app
    container.singleton(OpenDatabase, () => this.#open())
    container.singleton(Reader, async () => {
      const { connection } = await container.make(OpenDatabase)
      const { statementTimeout, readConnections } = this.app.config.get<{
        statementTimeout: number
        readConnections: number
      }>('api')
      const options = { statementTimeout, connections: readConnections }
      const { settings } = await import('#start/env')
      if (!settings.databaseReadUrls.length || !isRunning(this.app))
        return this.#closed(new Reader(connection, options))
      if (!settings.databaseUrl)
        throw new StartupError("DATABASE_READ_URLS requires DATABASE_URL (the replicas' primary).")
      const reader = await this.#openReplicas(connection, options, settings.databaseReadUrls)
      container.bindValue(WritePositions, reader.routing.positions)
      return this.#closed(reader)
    })
    container.singleton(HealthCheck, async () => {
      const { connection } = await container.make(OpenDatabase)
      return this.#closed(new HealthCheck(connection))
    })
    container.singleton(PgNotifications, async () => {
      const { connection } = await container.make(OpenDatabase)
      return this.#closed(new PgNotifications(connection))
    })
  }

  async boot() {
    if (!isRunning(this.app)) return
    const { connection } = await this.app.container.make(OpenDatabase)
    const logger = await this.app.container.make('logger')
    this.app.config.set('database.connections.postgres.log', {
      // Knex logs its own stack for a failed connection; the error also reaches the caller.
      warn: (message: string) => logger.warn(message.split('\n', 1)[0]),
      error: (message: string) => logger.error(message),
      deprecate: (message: string) => logger.info(message),
    })
    this.app.config.set('database.connections.postgres.connection', connection)
  }

  async shutdown() {
    for (const close of this.#closing) await close()
    // The application may stop while it is still being opened.
    await (await this.#opening?.catch(() => undefined))?.close()
  }

  async #openReplicas(
    primary: ConnectionSettings,
    options: ReaderOptions,
    urls: readonly string[]
  ): Promise<RoutedReader> {
    const { openRoutedReader } = await import('./replicas/open_replicas.js')
    const notifications = await this.app.container.make(PgNotifications)
    const notice = (line: string) => console.error(`curia: ${line}`)
    return openRoutedReader({ primary, urls, notifications, options, notice })
  }

  #open(): Promise<OpenDatabase> {
    return (this.#opening ??= (async () => {
      const { settings } = await import('#start/env')
      return openDatabase({
        dataDir: settings.dataDir,
        databaseUrl: settings.databaseUrl,
        durable: !this.app.inTest,
        processes: settings.workers,
        notice: (line) => console.error(`curia: ${line}`),
      })
    })())
  }

  /** Closes a service with the application, before services created earlier. */
  #closed<T extends { close: () => Promise<void> }>(service: T): T {
    this.#closing.unshift(() => service.close())
    return service
  }
}
