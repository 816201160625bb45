import type { ApplicationService } from '@adonisjs/core/types'
import { Throttle } from './throttle.js'
import { StartupError } from '#app/support/startup_error'
import { logFailure } from '#app/database/database_unavailable'
import { settings } from '#start/env'
import { LedgerUse } from './ledger_use.js'
import { MemoryThrottle } from './memory_throttle.js'
import { SharedThrottle } from './shared_throttle.js'
import { PostgresStore } from './stores/postgres_store.js'
import { RecordedStore } from './stores/recorded_store.js'
import { RedisStore } from './stores/redis_store.js'
import { OpenDatabase } from '#app/database/connection'

export default class ThrottleProvider {
  #throttle: Throttle | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(Throttle, async () => {
      this.#throttle = await openThrottle(this.app)
      return this.#throttle
    })
  }

  async shutdown() {
    await this.#throttle?.close()
  }
}

/**
 * Creates the throttle with the store set in `THROTTLE_STORE`. The default is Redis if
 * configured, memory for a single web process with the embedded database, and PostgreSQL
 * otherwise.
 *
 * @throws StartupError when the store can't be used
 */
async function openThrottle(app: ApplicationService): Promise<Throttle> {
  const { connection, embedded } = await app.container.make(OpenDatabase)
  const isSingle = embedded && settings.workers === 1
  const kind =
    settings.throttleStore ?? (settings.redisUrl ? 'redis' : isSingle ? 'memory' : 'postgres')
  const isAlone = kind === 'memory'
  if (isAlone && settings.workers > 1)
    throw new StartupError(
      'THROTTLE_STORE=memory works with one process only. With WORKERS above 1, use postgres or redis, or remove the setting.'
    )
  const redis = kind === 'redis' ? await openRedis(app) : undefined
  const use = await LedgerUse.take(connection, { isAlone }, () => {
    console.error(
      'curia: another server took over the rate limits while the database was unavailable; stopping'
    )
    process.kill(process.pid, 'SIGTERM')
  })
  const closed = () => use.release()
  const logger = await app.container.make('logger')
  const inDatabase = new PostgresStore(connection)
  if (redis) {
    const store = new RecordedStore(redis, inDatabase, {
      failed: (error) => logFailure(logger, error, "usage couldn't be written; retrying"),
    })
    return new SharedThrottle(store, 'redis', { closed })
  }
  if (!isAlone) return new SharedThrottle(inDatabase, 'postgres', { closed })

  return new MemoryThrottle(inDatabase, {
    failed: (error) => logFailure(logger, error, "rate limit usage couldn't be written; retrying"),
    closed,
  })
}

async function openRedis(app: ApplicationService): Promise<RedisStore> {
  if (!settings.redisUrl) throw new StartupError('THROTTLE_STORE=redis requires REDIS_URL.')
  const redis = await app.container.make('redis')
  // Errors are logged with the request whose limits can't be checked.
  redis.doNotLogErrors()
  try {
    return await RedisStore.open(redis.connection('main'), { isShared: true })
  } catch (error) {
    throw new StartupError(
      `could not connect to the Redis server at REDIS_URL: ${(error as Error).message}`
    )
  }
}
