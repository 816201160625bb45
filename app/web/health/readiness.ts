/**
 * Whether this process can accept requests.
 */
import { HealthChecks } from '@adonisjs/core/health'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { HealthCheck } from '#app/database/database_unavailable'
import { runningWatchdog } from '#app/support/watchdog/watchdog'
import { shareResult, type Monitoring } from '../monitoring.js'
import {
  DatabaseCheck,
  DiskCheck,
  EventLoopCheck,
  JobsCheck,
  MigrationsCheck,
  SearchCheck,
} from './checks.js'

type Status = 'ok' | 'warning' | 'error'

export interface ReadyReport {
  status: Status
  checks: { name: string; status: Status; message: string }[]
}

interface CheckedServices {
  app: ApplicationService
  database: Database
  health: Pick<HealthCheck, 'run'>
  monitoring: Monitoring
  /** Folder whose disk needs free space. */
  dataDir: string
}

export class Readiness {
  /** Runs all checks; requests within two seconds share one report. */
  readonly report: () => Promise<ReadyReport>

  constructor(checked: CheckedServices) {
    this.report = reportOf(checked)
  }
}

function reportOf({ app, database: connection, health, monitoring, dataDir }: CheckedServices) {
  const database = new HealthChecks().register([new DatabaseCheck(health)])
  const watchdog = runningWatchdog()
  const others = new HealthChecks().register([
    new MigrationsCheck(app, connection),
    new SearchCheck(monitoring),
    new JobsCheck(connection),
    new DiskCheck(dataDir),
    ...(watchdog ? [new EventLoopCheck(watchdog)] : []),
  ])
  return shareResult(async (): Promise<ReadyReport> => {
    const first = await database.run()
    // Without the database, the other checks would only time out.
    const reports = first.isHealthy ? [first, await others.run()] : [first]
    const checks = reports
      .flatMap((report) => report.checks)
      .map(({ name, status, message }) => ({ name, status: status as Status, message }))
    const worst = (['error', 'warning'] as const).find((status) =>
      checks.some((check) => check.status === status)
    )
    return { status: worst ?? 'ok', checks }
  })
}
