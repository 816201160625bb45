import { defineConfig } from '@adonisjs/redis'
import type { InferConnections, RedisConnectionConfig } from '@adonisjs/redis/types'
import { settings } from '#start/env'

/**
 * Options of ioredis for a URL. Commands fail immediately while the server is unavailable, and
 * are not queued.
 *
 * @param url `redis://user:password@host:6379/0`, or `rediss:` for TLS
 */
export function redisOptions(url: string): RedisConnectionConfig {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  return {
    host: hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: port || 6379,
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    db: Number(pathname.slice(1)) || 0,
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    connectTimeout: 5_000,
    // Servers that hang, and networks that drop packets, count as unavailable.
    commandTimeout: 3_000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(attempts * 50, 1_000),
  }
}

/** Connected on first use, which requires the setting. */
const redisConfig = defineConfig({
  connection: 'main',
  connections: { main: redisOptions(settings.redisUrl ?? 'redis://127.0.0.1:6379') },
})

export default redisConfig

declare module '@adonisjs/redis/types' {
  interface RedisConnections extends InferConnections<typeof redisConfig> {}
}
