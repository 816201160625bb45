import { configProvider } from '@adonisjs/core'
import { defineConfig, stores } from '@adonisjs/limiter'
import type { InferLimiters, LimiterManagerStoreFactory } from '@adonisjs/limiter/types'
import { settings } from '#start/env'

const inRedis = (settings.throttleStore ?? (settings.redisUrl ? 'redis' : null)) === 'redis'
const shared = inRedis
  ? stores.redis({ connectionName: 'main', keyPrefix: 'curia:attempts' })
  : stores.database({ tableName: 'rate_limits', clearExpiredByTimeout: false })
const memory = configProvider.create<LimiterManagerStoreFactory>(async () => stores.memory({}))

/** Fixed windows, which start with the first attempt. API requests have rolling windows (`Throttle`). */
const limiterConfig = defineConfig({
  default: 'attempts',
  stores: {
    /** Forms, passwords, and links: shared by all processes and kept across restarts. */
    attempts: shared,
    /** Pages: in a single process, a database write would cost more than it saves. */
    pages: inRedis || settings.workers > 1 ? shared : memory,
  },
})

export default limiterConfig

declare module '@adonisjs/limiter/types' {
  interface LimitersList extends InferLimiters<typeof limiterConfig> {}
}
