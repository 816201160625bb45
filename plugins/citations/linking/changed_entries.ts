/**
 * What changes of the archive leave to link.
 */
import type { Change } from '#app/events/change_log'
import { EVERYTHING, type QueueEntry, type QueueKind } from './queue.js'

/** From so many changed rows on that texts may cite, all texts are linked again: most lead to them. */
const MAX_CITED = 100_000
/** Ranges of one change that are looked at one by one. */
const MAX_RANGES = 1_000

/** @param changes original ones */
export function entriesOf(changes: readonly Change[]): QueueEntry[] {
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

/** Many ranges of opinions or counts are looked at as one: what has not changed costs little. */
function rangesOf(kind: QueueKind, { ids }: Change): QueueEntry[] {
  if (ids.length <= MAX_RANGES || CITED.includes(kind))
    return ids.map(([first, last]) => ({ kind, first, last }))
  const first = Math.min(...ids.map(([start]) => start))
  const last = Math.max(...ids.map(([, end]) => end))
  return [{ kind, first, last }]
}
