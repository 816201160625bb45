/**
 * The throttle the settings ask for.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { StartupError } from '#app/support/startup_error'
import { logFailure } from '#app/database/database_away'
import { settings } from '#start/env'
import { ExclusiveUse } from './exclusive_use.js'
import { MemoryThrottle } from './memory_throttle.js'
import { SharedThrottle } from './shared_throttle.js'
import { PostgresStore } from './stores/postgres_store.js'
import { RecordedStore } from './stores/recorded_store.js'
import { RedisStore } from './stores/redis_store.js'
import type { Throttle } from './throttle.js'
import { OpenDatabase } from '#app/database/connection'

/**
 * `THROTTLE_STORE`, or what fits: Redis where there is one, memory for the
 * single web process of a private database, PostgreSQL otherwise.
 *
 * @throws StartupError when the store cannot be used
 */
export async function openThrottle(app: ApplicationService): Promise<Throttle> {
  const { connection, embedded } = await app.container.make(OpenDatabase)
  const isAlone = embedded && settings.workers === 1
  const kind =
    settings.throttleStore ?? (settings.redisUrl ? 'redis' : isAlone ? 'memory' : 'postgres')
  const logger = await app.container.make('logger')
  if (kind === 'redis') {
    const store = new RecordedStore(await openRedis(app), new PostgresStore(connection), {
      failed: (error) => logFailure(logger, error, 'usage could not be written; trying again'),
    })
    return new SharedThrottle(store, 'redis')
  }
  if (kind === 'postgres') return new SharedThrottle(new PostgresStore(connection), 'postgres')

  if (settings.workers > 1)
    throw new StartupError(
      'THROTTLE_STORE=memory counts in one process only. With WORKERS above 1 use postgres or redis, or leave it out.'
    )
  const use = await ExclusiveUse.take(connection, () => {
    console.error(
      'curia: another server took over the limits while the database was away; stopping.'
    )
    process.kill(process.pid, 'SIGTERM')
  })
  return new MemoryThrottle(new PostgresStore(connection), {
    failed: (error) => logFailure(logger, error, 'used limits could not be written; trying again'),
    closed: () => use.release(),
  })
}

async function openRedis(app: ApplicationService): Promise<RedisStore> {
  if (!settings.redisUrl) throw new StartupError('THROTTLE_STORE=redis needs REDIS_URL.')
  const redis = await app.container.make('redis')
  // A failure is that of the request whose limits cannot be checked, and logged there.
  redis.doNotLogErrors()
  try {
    return await RedisStore.open(redis.connection('main'), { isShared: true })
  } catch (error) {
    throw new StartupError(
      `cannot reach the Redis server of REDIS_URL: ${(error as Error).message}`
    )
  }
}
