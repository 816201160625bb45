/**
 * Monitoring checks: availability of the services the server needs, and queue lengths (web, 6).
 */
import type { Database } from '@adonisjs/lucid/database'
import { SCHEMA } from '#app/jobs/queues'
import type { SearchEngine } from '#app/search_engine/engine'
import type { JobRegistry } from '#app/jobs/job_registry'
import type { SearchRegistry } from '#app/search/search_registry'
import type { HealthCheck } from '#app/database/database_unavailable'
import type { Throttle } from '#app/throttle/throttle'

/** Caller key that write checks are charged to; entries with the prefix `address:` expire. */
const LEDGER = 'address:monitoring'
const WRITE = [
  { scope: 'monitoring', rates: [{ limit: 1_000_000, seconds: 60 as const }], cost: 1 },
]

const QUEUES = `SELECT name, count(*)::int AS waiting FROM ${SCHEMA}.job
  WHERE state < 'active' GROUP BY name`

/** Opened by the first check that uses them: an unavailable service fails only its own checks. */
export interface MonitoredServices {
  health: () => Promise<Pick<HealthCheck, 'run'>>
  throttle: () => Promise<Pick<Throttle, 'store' | 'inspect' | 'admit'>>
  engine: () => Promise<Pick<SearchEngine, 'health'>>
  search: () => Promise<Pick<SearchRegistry, 'indexes'>>
  jobs: () => Promise<JobRegistry>
  database: () => Promise<Database>
}

export class Monitoring {
  constructor(private opened: MonitoredServices) {}

  /** Whether the database and the rate-limit store respond. Redis counts as up if it isn't used. */
  async services(): Promise<{ is_postgresql_up: boolean; is_redis_up: boolean }> {
    const [health, throttle] = await this.#both()
    const [postgresql, redis] = await Promise.all([
      succeeds(health.run()),
      throttle.store === 'redis' ? succeeds(throttle.inspect(LEDGER, [])) : true,
    ])
    return { is_postgresql_up: postgresql, is_redis_up: redis }
  }

  /**
   * Tests a write to Redis.
   *
   * @returns undefined if the server doesn't use Redis
   */
  async writesToRedis(): Promise<boolean | undefined> {
    const [, throttle] = await this.#both()
    if (throttle.store !== 'redis') return undefined
    return succeeds(
      Promise.resolve(throttle.admit({ caller: LEDGER, charges: WRITE, counted: false }))
    )
  }

  /** Whether all search indexes are available. */
  readonly isSearchUp = shareResult(async () => {
    try {
      return await this.#searchable()
    } catch {
      return false
    }
  })

  async #searchable(): Promise<boolean> {
    const { indexes } = await (await this.opened.engine()).health()
    const registry = await this.opened.search()
    return registry.indexes.every(({ name }) => {
      const health = indexes.find(({ index }) => index === name)
      return health !== undefined && health.checkpoint !== null && health.damaged === null
    })
  }

  /** Queued jobs by name; names without queued jobs have 0. */
  readonly queueLengths = shareResult(async (): Promise<Record<string, number>> => {
    const database = await this.opened.database()
    const names = (await this.opened.jobs()).all().map(({ name }) => name)
    const { rows } = await database.rawQuery<{ rows: { name: string; waiting: number }[] }>(QUEUES)
    const waiting = new Map(rows.map((row) => [row.name, row.waiting]))
    return Object.fromEntries(names.toSorted().map((name) => [name, waiting.get(name) ?? 0]))
  })

  #both() {
    return Promise.all([this.opened.health(), this.opened.throttle()])
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false
  )
}

/** Milliseconds for which requests share a result. */
const SHARED = 2_000

/** Shares one result between all calls within two seconds. */
export function shareResult<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    if (!running) {
      running = work()
      setTimeout(() => (running = undefined), SHARED).unref()
    }
    return running
  }
}
