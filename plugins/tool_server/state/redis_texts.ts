import type { RedisConnection } from '@adonisjs/redis'
import type { StoredTexts } from './tool_store.js'

/** Texts in Redis, which forgets them by itself. */
export class RedisTexts implements StoredTexts {
  readonly kind = 'redis'

  constructor(readonly redis: RedisConnection) {}

  get(key: string): Promise<string | null> {
    return this.redis.get(key)
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    await this.redis.set(key, text, 'EX', seconds)
  }

  async delete(key: string): Promise<void> {
    await this.redis.del(key)
  }

  async check(): Promise<void> {
    await this.redis.ping()
  }
}
