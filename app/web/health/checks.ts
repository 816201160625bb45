/**
 * Readiness of a server, as health checks of the framework. An error takes the process out of
 * service; a warning doesn't, because most requests still succeed.
 */
import { statfs } from 'node:fs/promises'
import { BaseCheck, Result } from '@adonisjs/core/health'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { HealthCheck } from '#app/database/database_unavailable'
import {
  describeFirstLocalKey,
  describeIgnoredSetting,
  describeNearlyUsed,
  readFirstLocalKey,
  readKeyUse,
} from '#app/database/local_keys'
import { SCHEMA } from '#app/jobs/queues'
import type { Watchdog } from '#app/support/watchdog/watchdog'
import { type Monitoring } from '../monitoring.js'

/** Seconds after which a due job is late. */
const LATE = 900

const LATE_JOBS = `SELECT name FROM ${SCHEMA}.job
  WHERE state < 'active' AND start_after < now() - make_interval(secs => ${LATE}) LIMIT 1`

/** Longest acceptable block of the event loop in milliseconds. */
const BUSY = 1_000

/** Minimum free disk space, as a share of the disk. */
export const FREE = { warning: 0.05, error: 0.01 }

export class DatabaseCheck extends BaseCheck {
  name = 'database'

  constructor(readonly health: Pick<HealthCheck, 'run'>) {
    super()
  }

  async run() {
    try {
      await this.health.run()
      return Result.ok('The database responds')
    } catch (error) {
      return Result.failed('The database does not respond', error as Error)
    }
  }
}

/** Whether the schema matches this version. */
export class MigrationsCheck extends BaseCheck {
  name = 'migrations'

  constructor(
    readonly app: ApplicationService,
    readonly database: Database,
    readonly connectionName?: string
  ) {
    super()
    this.cacheFor('30 seconds')
  }

  async run() {
    const { database, connectionName } = this
    const runner = new MigrationRunner(database, this.app, { direction: 'up', connectionName })
    const list = await runner.getList()
    const pending = list.filter(({ status }) => status === 'pending').length
    if (pending) return Result.failed(`${pending} pending migrations`)
    const newer = list.filter(({ status }) => status === 'corrupt').length
    if (newer) return Result.warning(`${newer} migrations from another version`)
    return Result.ok('All migrations have run')
  }
}

export class SearchCheck extends BaseCheck {
  name = 'search'

  constructor(readonly monitoring: Monitoring) {
    super()
  }

  async run() {
    return (await this.monitoring.isSearchUp())
      ? Result.ok('All search indexes are available')
      : Result.warning('A search index is being built, or the search engine is unavailable')
  }
}

export class JobsCheck extends BaseCheck {
  name = 'jobs'

  constructor(readonly database: Pick<Database, 'rawQuery'>) {
    super()
  }

  async run() {
    const { rows } = await this.database.rawQuery<{ rows: { name: string }[] }>(LATE_JOBS)
    const [late] = rows
    return late
      ? Result.warning(`The job ${late.name} has been due for more than ${LATE / 60} minutes`)
      : Result.ok('No jobs are overdue')
  }
}

/** Whether the IDs of imported rows and of rows created on this server have enough room. */
export class LocalIdsCheck extends BaseCheck {
  name = 'local_ids'

  /**
   * @param tables tables of records, with and without local IDs
   * @param wanted the setting LOCAL_IDS_FROM
   */
  constructor(
    readonly database: Pick<Database, 'rawQuery'>,
    readonly tables: readonly string[],
    readonly wanted: number | null
  ) {
    super()
  }

  async run() {
    const query = (sql: string) => this.database.rawQuery<{ rows: unknown[] }>(sql)
    const first = await readFirstLocalKey(query)
    const ignored = describeIgnoredSetting(this.wanted, first)
    const problems = [
      ...(ignored ? [ignored] : []),
      ...describeNearlyUsed(await readKeyUse(query, this.tables), first),
    ]
    return problems.length
      ? Result.warning(problems.join('. '))
      : Result.ok(describeFirstLocalKey(first))
  }
}

/**
 * Whether the event loop is responsive. A process that runs this check isn't hung, but it is busy
 * if its event loop was blocked for too long. A process blocked for WATCHDOG_TIMEOUT is replaced.
 */
export class EventLoopCheck extends BaseCheck {
  name = 'event_loop'

  constructor(readonly watchdog: Pick<Watchdog, 'longestBlock'>) {
    super()
  }

  async run() {
    const blocked = Math.round(this.watchdog.longestBlock)
    const message = `The event loop was blocked for up to ${blocked} ms in the last minute`
    return blocked < BUSY ? Result.ok(message) : Result.warning(message)
  }
}

export class DiskCheck extends BaseCheck {
  name = 'disk'

  constructor(readonly folder: string) {
    super()
  }

  async run() {
    const { bavail, blocks } = await statfs(this.folder)
    const share = blocks ? bavail / blocks : 1
    const message = `${(share * 100).toFixed(1)}% of the disk is free`
    if (share < FREE.error) return Result.failed(message)
    return share < FREE.warning ? Result.warning(message) : Result.ok(message)
  }
}
