/**
 * Follows the archive, and the alerts themselves: they are in the same log,
 * so that an alert counts for all that was committed after it.
 */
import app from '@adonisjs/core/services/app'
import type { Change, Cursor } from '#app/events/change_log'
import type { IndependentFollowing } from '#app/events/follower'
import { alertMatcher } from './make_matcher.js'

export const FOLLOWER = 'alerts.searches'

/** The queries in memory are those of this position. */
let known: Cursor | null = null

/** Hits are recorded as they are found; a batch that is done again records nothing twice. */
export default {
  name: FOLLOWER,
  position: async () => {
    const position = await (await app.container.make('curia.changes')).positionOf(FOLLOWER)
    // Another process may have followed meanwhile.
    if (position !== null && known !== position) {
      await (await alertMatcher(app)).services.queries.load()
      known = position
    }
    return position
  },
  handle: async ({ changes, cursor, signal }) => {
    const matcher = await alertMatcher(app)
    const { queries } = matcher.services
    // A query for a court asks for those below it, too.
    if (changes.some(({ table }) => table === 'courts')) await queries.load()
    else await queries.refresh(changes.flatMap(alertsOf))
    await matcher.take(changes, signal)
    known = cursor
  },
} satisfies IndependentFollowing

function alertsOf({ table, ids }: Change): number[] {
  if (table !== 'search_alerts') return []
  return ids.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at)
  )
}
