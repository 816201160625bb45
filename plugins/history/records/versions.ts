/** The versions of a record, and what they consist of. */
import type { Columns, Values } from './history_fields.js'

export interface Version {
  id: string
  /** ISO datetime with microseconds. */
  date: string
  kind: 'updated' | 'deleted'
  source: string
  origin: string | null
  account: { id: number; name: string } | null
  changed: string[]
  /** Null if values aren't shown. */
  before: Values | null
  /** Null for a deleted record, and if values aren't shown. */
  after: Values | null
}

export interface History {
  versions: Version[]
  /** ID of the last version, if there are older ones. */
  next: string | undefined
  /** Versions since then are stored, as an ISO datetime. */
  since: string
  /** Whether all changes since then, or since the requested time, are stored. */
  isComplete: boolean
  /** The record at the requested time; null if it didn't exist or values aren't shown. */
  record?: Values | null
}

export interface HistoryQuery {
  /** URL of the version of the API. */
  base: string
  limit: number
  /** ID of the version before the page. */
  after?: string
  /** Datetime. */
  at?: string
  /** Whether versions up to an earlier deletion of the record are included. */
  includesDeleted: boolean
}

/** The current row of a record. */
export interface CurrentRow {
  isOwn: boolean
  /** Whether values aren't shown, because the record is sealed. */
  isSealed: boolean
  /** Whether search engines must not index the record. */
  isBlocked: boolean
  /** Names of fields whose values aren't shown. */
  hidden: ReadonlySet<string>
  columns: Columns
}

export interface StoredVersion extends Omit<Version, 'changed' | 'before' | 'after'> {
  old: Columns
}

/**
 * The earlier and later values of each version.
 *
 * @param versions newest first
 * @param state values after the newest of them
 * @param columns columns that are shown
 */
export function pairVersions(
  versions: readonly StoredVersion[],
  state: Columns,
  columns: ReadonlySet<string>
): [before: Columns, after: Columns][] {
  let later = state
  return versions.map(({ old, kind }) => {
    const before = pick(old, columns)
    const after = kind === 'deleted' ? {} : pick(later, new Set(Object.keys(before)))
    later = kind === 'deleted' ? old : { ...later, ...old }
    return [before, after]
  })
}

export function pick(row: Columns, names: ReadonlySet<string>): Columns {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
}
