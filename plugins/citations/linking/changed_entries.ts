/**
 * What changes of the archive leave to link.
 */
import type { Change } from '#app/events/change_log'
import type { QueueEntry, QueueKind } from './queue.js'

/** @param changes original ones */
export function entriesOf(changes: readonly Change[]): QueueEntry[] {
  return changes.flatMap((change) =>
    kindsOf(change).flatMap((kind) => change.ids.map(([first, last]) => ({ kind, first, last })))
  )
}

function kindsOf({ table, kind }: Change): QueueKind[] {
  switch (table) {
    case 'opinions':
      if (kind === 'created') return ['opinions', 'opinions cited']
      return kind === 'moved' ? ['opinions cited'] : ['opinions']
    case 'citations':
      return kind === 'deleted' ? ['clusters cited', 'ambiguous'] : ['clusters cited']
    case 'opinions_cited':
      return ['edges']
    default:
      return kind === 'deleted' ? [] : ['counts']
  }
}
