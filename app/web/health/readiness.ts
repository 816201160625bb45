/**
 * Whether this process can take requests.
 */
import { HealthChecks } from '@adonisjs/core/health'
import type { ApplicationService } from '@adonisjs/core/types'
import { runningWatchdog } from '#app/support/watchdog/watchdog'
import { shared } from '../shared_result.js'
import { Monitoring } from '../monitoring.js'
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

/**
 * @param dataDir folder whose disk must have space
 * @returns what runs all checks, once for all who ask within two seconds
 */
export function readiness(app: ApplicationService, dataDir: string): () => Promise<ReadyReport> {
  const database = new HealthChecks().register([new DatabaseCheck(app.container)])
  const watchdog = runningWatchdog()
  const others = new HealthChecks().register([
    new MigrationsCheck(app),
    new SearchCheck(new Monitoring(app.container)),
    new JobsCheck(app.container),
    new DiskCheck(dataDir),
    ...(watchdog ? [new EventLoopCheck(watchdog)] : []),
  ])
  return shared(async () => {
    const first = await database.run()
    // Without it the others would wait for their timeouts.
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
