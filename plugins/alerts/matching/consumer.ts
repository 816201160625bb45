/**
 * Consumes changes of the archive and of alerts. Both are in the same log, so an
 * alert applies to everything committed after it.
 */
import app from '@adonisjs/core/services/app'
import { type Change, type Cursor, ChangeLog } from '#app/events/change_log'
import { changedCourts } from './changed_courts.js'
import { AlertMatcher } from './alert_matcher.js'
import { EarlierState } from './earlier_state.js'
import { OpenDatabase } from '#app/database/connection'
import type { IndependentConsumer } from '#app/events/consumer_definition'

export const CONSUMER = 'alerts.searches'

/** Maximum duration of a transaction in milliseconds: rows can have timestamps this much older than their commit. */
const MAX_TRANSACTION_MS = 86_400_000

/** Position in the change log of the queries in memory. */
let known: Cursor | null = null

/** Records hits as they are found. Repeating a batch records no hit twice. */
export default {
  name: CONSUMER,
  position: async () => {
    const position = await (await app.container.make(ChangeLog)).findConsumerPosition(CONSUMER)
    // Another process may have consumed changes in the meantime.
    if (position !== null && known !== position) {
      const matcher = await liveMatcher()
      matcher.forget()
      await matcher.services.queries.load()
      known = position
    }
    // A state costs a connection, which an idle server without alerts doesn't need.
    if (!(await liveMatcher()).services.queries.isEmpty) await (await earlierState()).begin()
    return position
  },
  // The position was pruned: the nightly sweep compares the missed changes.
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
    // A filter by court includes the courts below it.
    if (courts.meanOtherwise) {
      matcher.forget()
      await queries.load()
    } else await queries.refresh(changes.flatMap(alertsOf))
    await (
      await earlierState()
    ).use({ changes, cursor }, async (state) => {
      // Before courts moved, their documents matched other queries.
      const before = courts.meanOtherwise ? undefined : state
      await matcher.take(courts.changes, { signal, cursor, earlier: before })
    })
    await courts.remember()
    known = cursor
  },
} satisfies IndependentConsumer

// The container doesn't know the default of the type parameter.
const liveMatcher = () => app.container.make(AlertMatcher) as Promise<AlertMatcher>

let earlier: EarlierState | undefined

async function earlierState(): Promise<EarlierState> {
  if (!earlier) {
    const { connection } = await app.container.make(OpenDatabase)
    earlier = new EarlierState(await app.container.make('lucid.db'), connection)
    app.terminating(() => earlier!.close())
  }
  return earlier
}

function alertsOf({ table, ids }: Change): number[] {
  if (table !== 'search_alerts') return []
  return ids.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at)
  )
}
