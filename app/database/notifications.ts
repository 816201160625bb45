/**
 * Notifications between the processes of one database (LISTEN and NOTIFY), on a
 * dedicated connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const RECONNECT_EVERY = 500

/** TCP keep-alive delay in milliseconds: detects a dead peer where the network reports nothing. */
const KEEP_ALIVE = 5_000

export interface NotificationListener {
  /** A notification arrived on the channel. */
  onMessage: (text: string) => void
  /** The connection was lost: notifications are missed until `onReconnect`. */
  onDisconnect: () => void
  /** Connected: notifications arrive from now on, and earlier ones may be missing. */
  onReconnect: () => void
}

export class PgNotifications {
  readonly #listeners = new Map<string, NotificationListener[]>()
  #client: pg.Client | undefined
  #connecting: Promise<void> | undefined
  /** Queries after which all earlier notifications have arrived: the current query, and the next. */
  #query: Promise<unknown> | undefined
  #nextQuery: Promise<void> | undefined
  #ended = false

  constructor(readonly connection: pg.ClientConfig) {}

  /** Also calls the listener for each notification on a channel, including this process's own. */
  async listen(channel: string, listener: NotificationListener): Promise<void> {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener])
    if (this.#client) await this.#client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    else {
      this.#connecting ??= this.#connect()
      await this.#connecting
      // Listeners added while connecting may be missing from its list of channels.
      await this.#client!.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    }
    listener.onReconnect()
  }

  /**
   * Waits until every notification that was committed before the call has
   * reached its listener: PostgreSQL sends them before it answers a query on
   * the same connection. Calls at the same time share one query.
   *
   * @throws the error of a lost connection
   */
  async caughtUp(): Promise<void> {
    this.#nextQuery ??= this.#askAfter(this.#query)
    await this.#nextQuery
  }

  /** The current query may have started too early. */
  async #askAfter(earlier: Promise<unknown> | undefined): Promise<void> {
    await earlier?.catch(() => {})
    this.#nextQuery = undefined
    if (!this.#client) throw new Error('not connected for notifications')
    this.#query = this.#client.query('')
    await this.#query
  }

  async close(): Promise<void> {
    this.#ended = true
    await this.#client?.end().catch(() => {})
  }

  get #all(): NotificationListener[] {
    return [...this.#listeners.values()].flat()
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...this.connection,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
      application_name: 'curia notifications',
    })
    client.on('error', () => {})
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    await client.connect()
    for (const channel of this.#listeners.keys())
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    this.#client = client
    client.once('end', () => void this.#again())
  }

  async #again(): Promise<void> {
    for (const { onDisconnect } of this.#all) onDisconnect()
    while (!this.#ended) {
      await sleep(RECONNECT_EVERY)
      try {
        await this.#connect()
      } catch {
        continue
      }
      for (const { onReconnect } of this.#all) onReconnect()
      return
    }
  }
}
