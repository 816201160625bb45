/** Stores ledgers in Redis: a hash with version and bytes for each caller. */
import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisConnection } from '@adonisjs/redis'
import type { LedgerChange, LedgerStore, StoredLedger } from './ledger_store.js'

/** Seconds until ledgers of IP addresses expire: longer than the longest window. */
const ADDRESS_KEPT = 90_000

/** Milliseconds after which an unresponsive process loses its lock. */
const LOCK_TIMEOUT = 2_000

/**
 * Keys: the ledger and the lock of each caller, alternating. Values: the process, then
 * version, bytes, and seconds until expiry (0: never) of each caller.
 */
const SAVE = `
for i = 1, #KEYS, 2 do
  local holder = redis.call('GET', KEYS[i + 1])
  if holder and holder ~= ARGV[1] then return 0 end
  local version = redis.call('HGET', KEYS[i], 'version') or '0'
  if version ~= ARGV[(i - 1) / 2 * 3 + 2] then return 0 end
end
for i = 1, #KEYS, 2 do
  local at = (i - 1) / 2 * 3 + 2
  redis.call('HSET', KEYS[i], 'version', string.format('%.0f', tonumber(ARGV[at]) + 1), 'state', ARGV[at + 1])
  if ARGV[at + 2] ~= '0' then redis.call('EXPIRE', KEYS[i], ARGV[at + 2]) end
end
return 1
`

const SAVE_HASH = hash('sha1', SAVE)

const RELEASE = `
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
`

export class RedisStore implements LedgerStore {
  readonly #redis: RedisConnection['ioConnection']
  readonly #name = randomUUID()

  private constructor(
    readonly connection: RedisConnection,
    readonly isShared: boolean
  ) {
    this.#redis = connection.ioConnection
  }

  /**
   * Waits until the connection is ready.
   *
   * @param options.isShared whether the connection is also used elsewhere and is closed by its
   *   provider
   * @throws the client's error when Redis can't be reached
   */
  static async open(connection: RedisConnection, { isShared = false } = {}): Promise<RedisStore> {
    const redis = connection.ioConnection
    try {
      if (redis.status !== 'ready') await once(redis, 'ready')
    } catch (error) {
      redis.disconnect()
      throw error
    }
    return new RedisStore(connection, isShared)
  }

  async load(callers: readonly string[]): Promise<StoredLedger[]> {
    const hashes = await Promise.all(
      callers.map((caller) => this.#redis.hmgetBuffer(keyOf(caller), 'version', 'state'))
    )
    return hashes.map(([version, state]) => ({
      version: Number(version ?? 0),
      bytes: state ?? null,
    }))
  }

  async save(changes: readonly LedgerChange[]): Promise<boolean> {
    const saved = await this.#run(
      changes.flatMap(({ caller }) => [keyOf(caller), lockOf(caller)]),
      [
        this.#name,
        ...changes.flatMap(({ caller, version, bytes }) => [
          String(version),
          bytes,
          caller.startsWith('account:') ? '0' : String(ADDRESS_KEPT),
        ]),
      ]
    )
    return Number(saved) === 1
  }

  async saveAlone(
    callers: readonly string[],
    change: (stored: StoredLedger[]) => LedgerChange[]
  ): Promise<void> {
    const locks = callers.map(lockOf)
    try {
      for (const lock of locks) await this.#take(lock)
      const changes = change(await this.load(callers))
      if (changes.length && !(await this.save(changes)))
        throw new Error('the lock of a throttle ledger was lost')
    } finally {
      await this.#redis.eval(RELEASE, locks.length, ...locks, this.#name)
    }
  }

  async close(): Promise<void> {
    if (this.isShared) return
    // The server may be gone before the connection detects it.
    await this.#redis.quit().catch(() => this.#redis.disconnect())
  }

  /** Runs the script by its hash, or sends it if Redis doesn't have it. */
  async #run(keys: string[], values: (string | Buffer)[]): Promise<unknown> {
    try {
      return await this.#redis.evalsha(SAVE_HASH, keys.length, ...keys, ...values)
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
      return this.#redis.eval(SAVE, keys.length, ...keys, ...values)
    }
  }

  async #take(lock: string): Promise<void> {
    while (!(await this.#redis.set(lock, this.#name, 'PX', LOCK_TIMEOUT, 'NX'))) await sleep(1)
  }
}

function keyOf(caller: string): string {
  return `curia:throttle:{${caller}}`
}

function lockOf(caller: string): string {
  return `${keyOf(caller)}:lock`
}
