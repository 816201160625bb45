import type { ApplicationService } from '@adonisjs/core/types'
import { NewEntryMarks } from '#plugins/federal_records/public/pages'
import { AlertMatcher, type AlertMatcherServices } from './matching/alert_matcher.js'

/**
 * Binds the matcher of the process, which keeps the queries of all alerts in memory, and marks
 * new entries in docket sheets.
 */
export default class AlertsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(AlertMatcher, () => makeMatcher(this.app))
  }

  boot() {
    const { container } = this.app
    container.resolving(NewEntryMarks, (marks) => {
      marks.use(async (...given) => {
        const { DocketVisits } = await import('./docket_alerts/visits.js')
        return (await container.make(DocketVisits)).newEntries(...given)
      })
    })
  }
}

/** Creates a separate matcher, without queries. */
export async function makeMatcher({
  container,
  inTest,
}: ApplicationService): Promise<AlertMatcher> {
  const { default: app } = await import('@adonisjs/core/services/app')
  const { OpenDatabase } = await import('#app/database/connection')
  const { Reader } = await import('#app/database/reader')
  const { ChangeLog } = await import('#app/events/change_log')
  const { valueTrees } = await import('#app/search/value_trees')
  const { searchServices } = await import('#plugins/search/public')
  const { HitRecorder } = await import('./delivery/hit_recorder.js')
  const { BulkMatching } = await import('./matching/bulk_matching.js')
  const { StoredQueries } = await import('./matching/stored_queries.js')
  const { SweepQueue } = await import('./matching/sweep_queue.js')
  const { declarations } = await searchServices(app)
  const reader = await container.make(Reader)
  const database = await container.make('lucid.db')
  const log = await container.make(ChangeLog)
  const recorder = await container.make(HitRecorder)
  const services: AlertMatcherServices = {
    connection: (await container.make(OpenDatabase)).connection,
    indexes: declarations.indexes,
    queries: new StoredQueries({
      database,
      declarations,
      // Read each time, because courts can move.
      context: async () => {
        const { below } = await valueTrees(declarations.indexes, reader)()
        return { below }
      },
      logger: await container.make('logger'),
    }),
    sweeps: new SweepQueue(database),
    ahead: log.keysAhead.bind(log),
    record: (hits) => database.transaction((trx) => recorder.record(trx, hits)),
  }
  // Tests inspect what the matcher remembers.
  return new AlertMatcher({ ...services, ...(!inTest && { bulk: new BulkMatching(services) }) })
}
