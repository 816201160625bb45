/**
 * News between the processes on one database (LISTEN and NOTIFY), on a
 * connection of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const RECONNECT_EVERY = 500

/** TCP keep-alive delay in milliseconds: detects a dead peer where the network reports nothing. */
const KEEP_ALIVE = 5_000

export interface NoticeListener {
  /** Something was said on the channel. */
  heard: (text: string) => void
  /** News may have been missed since; nothing more comes until `hearing`. */
  deaf: () => void
  /** News arrive from now on. */
  hearing: () => void
}

export class Notices {
  readonly #listeners = new Map<string, NoticeListener>()
  #client: pg.Client | undefined
  #connecting: Promise<void> | undefined
  #ended = false

  constructor(readonly connection: pg.ClientConfig) {}

  /** Calls the listener for what is said on a channel, in this process too. */
  async listen(channel: string, listener: NoticeListener): Promise<void> {
    this.#listeners.set(channel, listener)
    if (this.#client) await this.#client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    else {
      this.#connecting ??= this.#connect()
      await this.#connecting
      // Whoever came while it was being made may have missed its list of channels.
      await this.#client!.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    }
    listener.hearing()
  }

  async close(): Promise<void> {
    this.#ended = true
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...this.connection,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
      application_name: 'curia notices',
    })
    client.on('error', () => {})
    client.on('notification', ({ channel, payload }) =>
      this.#listeners.get(channel)?.heard(payload ?? '')
    )
    await client.connect()
    for (const channel of this.#listeners.keys())
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    this.#client = client
    client.once('end', () => void this.#again())
  }

  async #again(): Promise<void> {
    for (const { deaf } of this.#listeners.values()) deaf()
    while (!this.#ended) {
      await sleep(RECONNECT_EVERY)
      try {
        await this.#connect()
      } catch {
        continue
      }
      for (const { hearing } of this.#listeners.values()) hearing()
      return
    }
  }
}
