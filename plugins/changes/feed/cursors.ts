/**
 * Cursors of the change feed: positions of the change log as opaque text. A position can be inside
 * an entry of many keys, so each change has a cursor.
 */
import { DomainError } from '#app/support/domain_error'
import type { Change, ChangeBatch, Cursor } from '#app/events/change_log'
import { BEGINNING, readCursor, writeCursor } from '#app/events/cursor'
import { CHANGES_ERRORS } from '../errors.js'

/** Longer than the positions of a database with a thousand open transactions. */
const MAX_LENGTH = 60_000

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(cursor).toString('base64url')
}

/** @throws DomainError 400 */
export function decodeCursor(text: string): Cursor {
  const cursor = Buffer.from(text.slice(0, MAX_LENGTH), 'base64url').toString('latin1')
  try {
    readCursor(cursor)
  } catch {
    throw invalidCursor()
  }
  return cursor
}

export function invalidCursor(): DomainError {
  const kind = CHANGES_ERRORS.invalid_change_cursor
  return new DomainError(kind, { detail: `${kind.message} ${kind.hint}` })
}

/** Positions in a batch of the change log. */
export class BatchPositions {
  readonly #end
  readonly #start

  /** @param after the position that the batch was read from; null: the oldest change */
  constructor(
    after: Cursor | null,
    readonly batch: ChangeBatch
  ) {
    this.#start = after === null ? null : readCursor(after)
    this.#end = readCursor(batch.cursor)
  }

  /** The position before the batch. */
  get before(): Cursor {
    const { log, target, base } = this.#end
    return writeCursor(
      this.#start ?? { log, base: BEGINNING, target: target ?? base, last: '0', keys: null }
    )
  }

  /**
   * The position after a key.
   *
   * @param change of the batch
   * @param read number of its keys in the batch up to this one
   */
  after(change: Change, read: number): Cursor {
    const { log, target, base, last, keys } = this.#end
    const isFirst = change === this.batch.changes[0]
    const begun = isFirst && this.#start?.last === String(change.id) ? (this.#start.keys ?? 0) : 0
    const isCut = keys !== null && last === String(change.id)
    const isWhole = !isCut && read === countKeys(change)
    return writeCursor({
      log,
      base: this.#start?.base ?? BEGINNING,
      target: target ?? base,
      last: String(change.id),
      keys: isWhole ? null : begun + read,
    })
  }
}

/** The keys of a change, in order. */
export function* keysOfChange({ ids, keys }: Change): Iterable<string> {
  for (const [first, last] of ids) for (let id = first; id <= last; id++) yield String(id)
  yield* keys
}

function countKeys({ ids, keys }: Change): number {
  return ids.reduce((sum, [first, last]) => sum + last - first + 1, keys.length)
}
