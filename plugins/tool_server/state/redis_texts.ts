import type { RedisConnection } from '@adonisjs/redis'
import type { StoredTexts } from './tool_store.js'

/** Texts in Redis, which deletes them when they expire. */
export class RedisTexts implements StoredTexts {
  readonly kind = 'redis'

  constructor(readonly redis: RedisConnection) {}

  get(key: string): Promise<string | null> {
    return this.redis.get(key)
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    await this.redis.set(key, text, 'EX', seconds)
  }

  async add(key: string, text: string, seconds: number): Promise<boolean> {
    return (await this.redis.set(key, text, 'EX', seconds, 'NX')) !== null
  }

  async replace(keys: readonly string[], text: string, seconds: number): Promise<void> {
    const pipeline = this.redis.pipeline()
    for (const key of keys) pipeline.set(key, text, 'EX', seconds)
    const results = (await pipeline.exec()) ?? []
    for (const [error] of results) if (error) throw error
  }

  async delete(key: string): Promise<void> {
    await this.redis.del(key)
  }

  async deleteAll(prefix: string): Promise<void> {
    let cursor = '0'
    do {
      const [next, keys] = await this.redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1000)
      if (keys.length) await this.redis.unlink(...keys)
      cursor = next
    } while (cursor !== '0')
  }

  async check(): Promise<void> {
    await this.redis.ping()
  }
}
