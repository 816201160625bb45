/**
 * What a consumer of the change log declares.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Change, Cursor } from './change_log.js'

/** Rows in a batch: few enough to be handled, or given up, while a stop waits. */
const MAX_KEYS = 5_000

/** A batch of changes to handle. */
export interface ChangeBatch {
  changes: Change[]
  /** Position after these changes. */
  cursor: Cursor
  /** There is more to read right now. */
  more: boolean
  /** Aborted when this process stops, or no longer holds the lock. */
  signal: AbortSignal
}

export interface BaseConsumer {
  /** Unique among all consumers: `search.index`. */
  name: string
  /** Tables whose changes it handles; undefined: of all tables. */
  tables?: readonly string[]
  /**
   * Takes changes of any number of rows at once, because it only notes which
   * ranges they are in. Others get at most 5,000 rows in a batch; their
   * position may be inside of a change.
   */
  wholeChanges?: boolean
  /** Leaves out what a part of the server derived from other rows (`origin` of a change). */
  originalOnly?: boolean
  /**
   * Rebuilds what is derived from the log; the log is then read on from the
   * cursor, which was taken before. Also called when there is no position
   * yet. Without it a consumer starts from now.
   */
  rebuild?: (start: Pick<ChangeBatch, 'cursor' | 'signal'>) => Promise<void>
}

/** Its position is saved in the transaction of its handler. */
export interface TransactionalConsumer extends BaseConsumer {
  position?: undefined
  handle: (batch: ChangeBatch & { trx: TransactionClientContract }) => Promise<void>
}

/** Saves its position itself, together with its results, in `handle` and `rebuild`. */
export interface IndependentConsumer extends BaseConsumer {
  /** Asked at the start of a term, after an error and after `reposition`. */
  position: () => Promise<Cursor | null>
  /** May read further changes itself; then it returns the position it reached. */
  handle: (batch: ChangeBatch) => Promise<Cursor | void>
}

export type ConsumerDefinition = TransactionalConsumer | IndependentConsumer

/** What a consumer is given at once. */
export function readingOf({
  tables,
  wholeChanges,
}: Pick<BaseConsumer, 'tables' | 'wholeChanges'>): {
  tables: readonly string[] | null
  keys?: number
} {
  return { tables: tables ?? null, ...(!wholeChanges && { keys: MAX_KEYS }) }
}
