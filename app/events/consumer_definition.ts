/**
 * The declaration of a change log consumer.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Change, Cursor } from './change_log.js'
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'

/** Rows in a batch: few enough to finish or cancel while a stop waits. */
const MAX_KEYS = 5_000

/** A batch of changes to handle. */
export interface ChangeBatch {
  changes: Change[]
  /** Position before these changes; undefined if the consumer starts from now. */
  after?: Cursor
  /** Position after these changes. */
  cursor: Cursor
  /** More changes are available now. */
  more: boolean
  /** Aborted when this process stops or loses the lock. */
  signal: AbortSignal
}

export interface BaseConsumer {
  /** Unique among all consumers: `search.index`. */
  name: string
  /** Tables whose changes it handles; undefined: all tables. */
  tables?: readonly string[]
  /**
   * Handles any number of rows at once, because it only records their ranges.
   * Other consumers get at most 5,000 rows in a batch; their position may be
   * inside a change.
   */
  wholeChanges?: boolean
  /** Excludes changes that a component derived from other rows (`origin` of a change). */
  originalOnly?: boolean
  /**
   * Rebuilds the derived data; the log is then read from the cursor, which
   * was taken before the rebuild. Also called if no position is saved.
   * Without it, a consumer starts from now.
   */
  rebuild?: (start: Pick<ChangeBatch, 'cursor' | 'signal'>) => Promise<void>
}

/** Its position is saved in its handler's transaction. */
export interface TransactionalConsumer extends BaseConsumer {
  position?: undefined
  handle: (batch: ChangeBatch & { trx: TransactionClientContract }) => Promise<void>
}

/** Saves its position itself, together with its results, in `handle` and `rebuild`. */
export interface IndependentConsumer extends BaseConsumer {
  /** Called at the start of a term, after an error, and after `reposition`. */
  position: () => Promise<Cursor | null>
  /** May read further changes itself; then returns the new position. */
  handle: (batch: ChangeBatch) => Promise<Cursor | void>
}

export type ConsumerDefinition = TransactionalConsumer | IndependentConsumer

/** Batch limits of a consumer. */
export function getConsumerReadLimits({
  tables,
  wholeChanges,
}: Pick<BaseConsumer, 'tables' | 'wholeChanges'>): {
  tables: readonly string[] | null
  keys?: number
} {
  return { tables: tables ?? null, ...(!wholeChanges && { keys: MAX_KEYS }) }
}

/**
 * The consumers declared by plugins.
 */
export class ConsumerRegistry {
  readonly #definitions: ConsumerDefinition[] = []

  /** @throws PluginError for a duplicate name or another plugin's prefix */
  constructor(declared: Declared<ConsumerDefinition>[]) {
    const taken = new Set<string>()
    for (const { plugin, declaration } of declared) {
      const { name } = declaration
      if (!name.startsWith(`${plugin}.`)) {
        throw new PluginError(
          'E_FOREIGN_CONSUMER',
          `plugin "${plugin}" declares the consumer "${name}"; its consumers must start with "${plugin}."`
        )
      }
      if (taken.has(name))
        throw new PluginError('E_DUPLICATE_CONSUMER', `the consumer "${name}" is declared twice`)
      taken.add(name)
      this.#definitions.push(declaration)
    }
  }

  /** In plugin order. */
  all(): readonly ConsumerDefinition[] {
    return this.#definitions
  }
}
