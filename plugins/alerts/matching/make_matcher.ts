/**
 * The matcher of this application, made when it is first wanted.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { ChangeLog } from '#app/events/change_log'
import { valueTrees } from '#app/search/value_trees'
import { searchServices } from '#plugins/search/public'
import { recordHits } from '../delivery/record_hits.js'
import { AlertMatcher, type AlertMatcherServices } from './alert_matcher.js'
import { BulkMatching } from './bulk_matching.js'
import { StoredQueries } from './stored_queries.js'
import { SweepQueue } from './sweep_queue.js'
import { Reader } from '#app/database/reader'
import { OpenDatabase } from '#app/database/connection'

const made = new WeakMap<ApplicationService, Promise<AlertMatcher>>()

export function alertMatcher(app: ApplicationService): Promise<AlertMatcher> {
  let matcher = made.get(app)
  if (!matcher) {
    made.set(app, (matcher = makeMatcher(app)))
    matcher.catch(() => made.delete(app))
  }
  return matcher
}

/** One of its own, with queries that are not read yet. */
export async function makeMatcher({
  container,
  inTest,
}: ApplicationService): Promise<AlertMatcher> {
  const { default: app } = await import('@adonisjs/core/services/app')
  const { declarations } = await searchServices(app)
  const reader = await container.make(Reader)
  const database = await container.make('lucid.db')
  const log = await container.make(ChangeLog)
  const services: AlertMatcherServices = {
    connection: (await container.make(OpenDatabase)).connection,
    indexes: declarations.indexes,
    queries: new StoredQueries({
      database,
      declarations,
      // Read again: a court may have moved a moment ago.
      context: async () => ({ below: await valueTrees(declarations.indexes, reader)() }),
      logger: await container.make('logger'),
    }),
    sweeps: new SweepQueue(database),
    ahead: log.keysAhead.bind(log),
    record: (hits) => database.transaction((trx) => recordHits(trx, hits)),
  }
  // Tests look at what is remembered.
  return new AlertMatcher({ ...services, ...(!inTest && { bulk: new BulkMatching(services) }) })
}
