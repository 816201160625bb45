/** Where sessions at the court system are kept, as encrypted texts: never in the database. */
import { once } from 'node:events'
import type { RedisConnection } from '@adonisjs/redis'
import { LRUCache } from 'lru-cache'
import { SessionsAway } from '../errors.js'

/** Each throws SessionsAway where what keeps them does not answer. */
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
/** Milliseconds for a connection to come up; commands do not wait for it. */
const CONNECTED_WITHIN = 3000

/** In Redis, where several processes share it; Redis forgets them by itself. */
export class RedisTexts implements SessionTexts {
  constructor(readonly redis: Pick<RedisConnection, 'get' | 'set' | 'del' | 'ioConnection'>) {}

  get(key: string): Promise<string | null> {
    return this.#ask(() => this.redis.get(PREFIX + key))
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    await this.#ask(() => this.redis.set(PREFIX + key, text, 'EX', seconds))
  }

  async delete(key: string): Promise<void> {
    await this.#ask(() => this.redis.del(PREFIX + key))
  }

  async #ask<T>(act: () => Promise<T>): Promise<T> {
    const { ioConnection } = this.redis
    try {
      if (ioConnection.status !== 'ready')
        await once(ioConnection, 'ready', { signal: AbortSignal.timeout(CONNECTED_WITHIN) })
      return await act()
    } catch (cause) {
      throw Object.assign(new SessionsAway(), { cause })
    }
  }
}
