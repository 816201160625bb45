/**
 * An advisory lock on a dedicated connection. A process that dies loses the connection and the
 * lock with it, and while the connection lasts, no other process can hold the lock.
 */
import pg from 'pg'

export class AdvisoryLock {
  #client: pg.Client | undefined
  #held = false
  #released = false

  /**
   * @param key a number, or a name that the database hashes to a number
   * @param purpose shown in the database's list of sessions
   * @param lost called when a held lock is lost
   * @param isShared compatible with other shared holders, but not with an exclusive holder
   */
  constructor(
    readonly connection: pg.ClientConfig,
    readonly key: number | string,
    readonly purpose: string,
    readonly lost: () => void = () => {},
    readonly isShared = false
  ) {}

  get held(): boolean {
    return this.#held
  }

  /**
   * Makes one attempt, always on the same connection.
   *
   * @returns whether the lock is held now
   * @throws the driver's error if the database is unreachable
   */
  async attempt(): Promise<boolean> {
    if (this.#held) return true
    const client = (this.#client ??= await this.#connect())
    const take = this.isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
    const key = typeof this.key === 'number' ? '$1::bigint' : 'hashtextextended($1, 0)'
    const { rows } = await client.query(`SELECT ${take}(${key}) AS taken`, [this.key])
    // The connection may have ended before the response arrived.
    this.#held = Boolean(rows[0].taken) && this.#client === client
    return this.#held
  }

  async release(): Promise<void> {
    this.#released = true
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<pg.Client> {
    const client = await openLockSession(this.connection, this.purpose)
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
      const had = this.#held
      this.#held = false
      if (had && !this.#released) this.lost()
    })
    return client
  }
}

/** Milliseconds until our side detects a dead peer if the network reports nothing. */
const KEEP_ALIVE = 2_000
/** The database's side: it releases the locks of a dead machine within four seconds. */
const SERVER_KEEP_ALIVE =
  '-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2'

/**
 * Opens a connection for locks.
 *
 * @param purpose its name in the database's list of sessions
 * @throws the driver's error if the database is unreachable
 */
export async function openLockSession(
  connection: pg.ClientConfig,
  purpose: string
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    options: SERVER_KEEP_ALIVE,
    application_name: purpose,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
