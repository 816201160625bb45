/**
 * Parts of changes: a change may include millions of keys, which are handled
 * in several batches.
 */

/** The keys of a change. */
export interface NamedKeys {
  /** First and last key of each range; empty for tables with text keys. */
  ids: [first: number, last: number][]
  /** Keys of a table with text keys. */
  keys: string[]
}

/**
 * Number of rows above which changes are handled in a thread; for fewer rows, starting a thread
 * costs more.
 */
const MAX_IN_MAIN_THREAD = 200

/** Whether changes include enough rows to be handled in a thread. */
export function isBulk(changes: readonly NamedKeys[]): boolean {
  return changes.reduce((sum, change) => sum + countKeys(change), 0) > MAX_IN_MAIN_THREAD
}

/** Number of rows in a change. */
function countKeys({ ids, keys }: NamedKeys): number {
  return ids.reduce((sum, [first, last]) => sum + last - first + 1, keys.length)
}

/**
 * The first changes of a list up to a maximum number of keys, at least one
 * change.
 *
 * @returns the changes, and the number of keys of the last change; null: all keys
 */
export function firstKeys<Change extends NamedKeys>(
  changes: Change[],
  most: number
): { changes: Change[]; cutAt: number | null } {
  let room = Math.max(most, 1)
  for (const [at, change] of changes.entries()) {
    const count = countKeys(change)
    if (count > room) {
      if (room === 0) return { changes: changes.slice(0, at), cutAt: null }
      return { changes: [...changes.slice(0, at), partOf(change, 0, room)], cutAt: room }
    }
    room -= count
  }
  return { changes, cutAt: null }
}

/** A change without its first keys. */
export function withoutKeys<Change extends NamedKeys>(change: Change, count: number): Change {
  return partOf(change, count, Number.POSITIVE_INFINITY)
}

function partOf<Change extends NamedKeys>(change: Change, from: number, to: number): Change {
  const ids: NamedKeys['ids'] = []
  let before = 0
  for (const [first, last] of change.ids) {
    const count = last - first + 1
    const [start, end] = [Math.max(from - before, 0), Math.min(to - before, count)]
    if (start < end) ids.push([first + start, first + end - 1])
    before += count
  }
  return { ...change, ids, keys: change.keys.slice(from, to) }
}
