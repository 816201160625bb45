/**
 * Ledgers in Redis: a hash of version and bytes for each caller.
 */
import { hash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, RESP_TYPES } from '@redis/client'
import type { LedgerChange, LedgerStore, StoredLedger } from './ledger_store.js'

/** Seconds after which an address nobody comes from is forgotten: the longest window, and some. */
const ADDRESS_KEPT = 90_000

/** Milliseconds after which a process that went quiet in the middle loses its lock. */
const LONGEST_LOCK = 2_000

/**
 * Keys: the ledger and the lock of each caller in turn. Values: who saves,
 * then version, bytes and seconds to keep (0: for good) of each caller.
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

const makeClient = (url: string, mayReconnect: () => boolean) =>
  createClient({
    url,
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (tries) => mayReconnect() && Math.min(tries * 50, 1_000),
    },
    // A limit that cannot be checked now is refused now, not in a minute.
    disableOfflineQueue: true,
  }).withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })

export class RedisStore implements LedgerStore {
  readonly #client: ReturnType<typeof makeClient>
  readonly #name = randomUUID()
  #opened = false

  private constructor(url: string) {
    this.#client = makeClient(url, () => this.#opened)
    this.#client.on('error', () => {})
  }

  /**
   * @param url as in `REDIS_URL`
   * @throws the client's error when Redis cannot be reached
   */
  static async open(url: string): Promise<RedisStore> {
    const store = new RedisStore(url)
    await store.#client.connect()
    store.#opened = true
    return store
  }

  async load(callers: readonly string[]): Promise<StoredLedger[]> {
    const hashes = await Promise.all(
      callers.map((caller) => this.#client.hmGet(keyOf(caller), ['version', 'state']))
    )
    return hashes.map(([version, state]) => ({
      version: Number(version ?? 0),
      bytes: (state as Buffer | null) ?? null,
    }))
  }

  async save(changes: readonly LedgerChange[]): Promise<boolean> {
    const saved = await this.#run({
      keys: changes.flatMap(({ caller }) => [keyOf(caller), lockOf(caller)]),
      arguments: [
        this.#name,
        ...changes.flatMap(({ caller, version, bytes }) => [
          String(version),
          bytes,
          caller.startsWith('address:') ? String(ADDRESS_KEPT) : '0',
        ]),
      ],
    })
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
      await this.#client.eval(RELEASE, { keys: locks, arguments: [this.#name] })
    }
  }

  async close(): Promise<void> {
    await this.#client.close()
  }

  /** By the script's hash; whole where Redis does not know it (any more). */
  async #run(options: { keys: string[]; arguments: (string | Buffer)[] }): Promise<unknown> {
    try {
      return await this.#client.evalSha(SAVE_HASH, options)
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
      return this.#client.eval(SAVE, options)
    }
  }

  async #take(lock: string): Promise<void> {
    const condition = { condition: 'NX', expiration: { type: 'PX', value: LONGEST_LOCK } } as const
    while (!(await this.#client.set(lock, this.#name, condition))) await sleep(1)
  }
}

function keyOf(caller: string): string {
  return `curia:throttle:{${caller}}`
}

function lockOf(caller: string): string {
  return `${keyOf(caller)}:lock`
}
