/**
 * Queues opinions for linking when the archive changes, in the transaction of
 * the change log position. Changes by linking itself are ignored.
 */
import app from '@adonisjs/core/services/app'
import { Jobs } from '#app/jobs/jobs'
import settings from '../settings.js'
import { LINK_CHANGED } from './job.js'
import { enqueue, EVERYTHING, type QueueEntry, type QueueKind } from './queue.js'
import type { TransactionalConsumer } from '#app/events/consumer_definition'
import type { Change } from '#app/events/change_log'

export default {
  name: 'citations.linking',
  tables: ['opinions', 'citations', 'opinions_cited', 'parentheticals', 'opinion_clusters'],
  originalOnly: true,
  // It queues ranges without reading their rows.
  wholeChanges: true,
  async handle({ changes, trx }) {
    if (!settings.linking) return
    const entries = toQueueEntries(changes)
    if (!entries.length) return
    await enqueue(trx, entries)
    const jobs = await app.container.make(Jobs)
    await jobs.send(trx, LINK_CHANGED, {})
  },
} satisfies TransactionalConsumer

/** If this many cited rows change, all texts are linked again, because most would be queued anyway. */
const MAX_CITED = 100_000
/** Maximum number of ranges of a change to queue individually. */
const MAX_RANGES = 1_000

/** @param changes changes that linking didn't make */
export function toQueueEntries(changes: readonly Change[]): QueueEntry[] {
  const entries = changes.flatMap((change) =>
    kindsOf(change).flatMap((kind): QueueEntry[] =>
      kind === 'ambiguous' ? [AMBIGUOUS] : rangesOf(kind, change)
    )
  )
  const cited = entries.filter(({ kind }) => CITED.includes(kind))
  const rows = cited.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  if (rows < MAX_CITED) return entries
  return [EVERYTHING, ...entries.filter((entry) => !cited.includes(entry))]
}

const CITED: readonly QueueKind[] = ['opinions cited', 'clusters cited']
const AMBIGUOUS: QueueEntry = { kind: 'ambiguous', first: 0, last: 0 }

function kindsOf({ table, kind }: Change): QueueKind[] {
  switch (table) {
    case 'opinions':
      if (kind === 'created') return ['opinions', 'opinions cited']
      return kind === 'moved' ? ['opinions cited'] : ['opinions']
    case 'citations':
      return kind === 'deleted' ? ['clusters cited', 'ambiguous'] : ['clusters cited']
    case 'opinions_cited':
    case 'parentheticals':
      return ['links']
    default:
      return kind === 'deleted' ? [] : ['counts']
  }
}

/** Merges many ranges of opinions or counts into one, because unchanged rows are cheap to check. */
function rangesOf(kind: QueueKind, { ids }: Change): QueueEntry[] {
  if (ids.length <= MAX_RANGES || CITED.includes(kind))
    return ids.map(([first, last]) => ({ kind, first, last }))
  const first = Math.min(...ids.map(([start]) => start))
  const last = Math.max(...ids.map(([, end]) => end))
  return [{ kind, first, last }]
}
