/**
 * Follows the archive, and the alerts themselves: they are in the same log,
 * so that an alert counts for all that was committed after it.
 */
import app from '@adonisjs/core/services/app'
import { type Change, type Cursor, ChangeLog } from '#app/events/change_log'
import { changedCourts } from './changed_courts.js'
import { AlertMatcher } from './alert_matcher.js'
import type { IndependentConsumer } from '#app/events/consumer_definition'

export const CONSUMER = 'alerts.searches'

/** What was committed after a position may say that it is so many milliseconds older: its transaction began before. */
const MAX_TRANSACTION_MS = 86_400_000

/** The queries in memory are those of this position. */
let known: Cursor | null = null

/** Hits are recorded as they are found; a batch that is done again records nothing twice. */
export default {
  name: CONSUMER,
  // What the server derives from existing texts and rows triggers no alerts.
  originalOnly: true,
  position: async () => {
    const position = await (await app.container.make(ChangeLog)).positionOf(CONSUMER)
    // Another process may have followed meanwhile.
    if (position !== null && known !== position) {
      const matcher = await liveMatcher()
      matcher.forget()
      await matcher.services.queries.load()
      known = position
    }
    return position
  },
  // The log does not reach back: the nightly sweep compares what changed meanwhile.
  rebuild: async ({ cursor, signal }) => {
    const last = await (await app.container.make(ChangeLog)).positionSavedAt(CONSUMER)
    const matcher = await liveMatcher()
    matcher.forget()
    await matcher.services.queries.load()
    if (last) await matcher.postponeSince(new Date(last.getTime() - MAX_TRANSACTION_MS), signal)
    known = cursor
  },
  handle: async ({ changes, cursor, signal }) => {
    const matcher = await liveMatcher()
    const { queries } = matcher.services
    const courts = await changedCourts(await app.container.make('lucid.db'), changes)
    // A query for a court asks for those below it, too.
    if (courts.meanOtherwise) {
      matcher.forget()
      await queries.load()
    } else await queries.refresh(changes.flatMap(alertsOf))
    await matcher.take(courts.changes, { signal, cursor })
    await courts.remember()
    known = cursor
  },
} satisfies IndependentConsumer

// The container doesn't know the default of the type parameter.
const liveMatcher = () => app.container.make(AlertMatcher) as Promise<AlertMatcher>

function alertsOf({ table, ids }: Change): number[] {
  if (table !== 'search_alerts') return []
  return ids.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at)
  )
}
