/** Where sessions at the court system are kept, as encrypted texts: never in the database. */
import type { RedisConnection } from '@adonisjs/redis'
import { LRUCache } from 'lru-cache'

export interface SessionTexts {
  get(key: string): Promise<string | null>
  set(key: string, text: string, seconds: number): Promise<void>
  delete(key: string): Promise<void>
}

/** Sessions of one process at most; the least recently used go first. */
const MAX_SESSIONS = 10_000

/** In this process, with which they end. */
export class MemoryTexts implements SessionTexts {
  readonly #texts = new LRUCache<string, string>({ max: MAX_SESSIONS, ttlAutopurge: false })

  async get(key: string): Promise<string | null> {
    return this.#texts.get(key) ?? null
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    this.#texts.set(key, text, { ttl: seconds * 1000 })
  }

  async delete(key: string): Promise<void> {
    this.#texts.delete(key)
  }
}

const PREFIX = 'curia:fetch:session:'

/** In Redis, where several processes share it; Redis forgets them by itself. */
export class RedisTexts implements SessionTexts {
  constructor(readonly redis: Pick<RedisConnection, 'get' | 'set' | 'del'>) {}

  get(key: string): Promise<string | null> {
    return this.redis.get(PREFIX + key)
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    await this.redis.set(PREFIX + key, text, 'EX', seconds)
  }

  async delete(key: string): Promise<void> {
    await this.redis.del(PREFIX + key)
  }
}
