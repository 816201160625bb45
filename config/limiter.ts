import { configProvider } from '@adonisjs/core'
import { defineConfig, stores } from '@adonisjs/limiter'
import type { InferLimiters, LimiterManagerStoreFactory } from '@adonisjs/limiter/types'
import { settings } from '#start/env'

const inRedis = (settings.throttleStore ?? (settings.redisUrl ? 'redis' : null)) === 'redis'
const redis = stores.redis({ connectionName: 'main', keyPrefix: 'curia:attempts' })
const database = stores.database({ tableName: 'rate_limits', clearExpiredByTimeout: false })
const memory = configProvider.create<LimiterManagerStoreFactory>(async () => stores.memory({}))

/** Windows of all stores but `rolling` are fixed: they begin with the first request. */
const limiterConfig = defineConfig({
  default: 'attempts',
  stores: {
    /** Forms, passwords and links: holds for all processes and across restarts. */
    attempts: inRedis ? redis : database,
    /** Pages: in a single process a write to the database would cost more than what it saves. */
    pages: inRedis ? redis : settings.workers > 1 ? database : memory,
    memory,
    database,
    /** The ledgers of the API's limits, one rate at a time. */
    rolling: configProvider.create<LimiterManagerStoreFactory>(async (app) => {
      const { RollingStore } = await import('#app/throttle/rolling_store')
      return (options) => new RollingStore(app, options)
    }),
  },
})

export default limiterConfig

declare module '@adonisjs/limiter/types' {
  interface LimitersList extends InferLimiters<typeof limiterConfig> {}
}
