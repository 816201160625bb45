import type { Change } from './change_log.js'

/**
 * Keys of changed rows as an SQL table: `json_to_recordset(?) AS c (first
 * bigint, last bigint, at timestamptz)`, where `at` is the start of their
 * transaction.
 *
 * @returns JSON; undefined for no changes
 */
export function changedRows(
  changes: Change[],
  table: string,
  kind: Change['kind']
): string | undefined {
  const ranges = changes
    .filter((change) => change.table === table && change.kind === kind)
    .flatMap(({ ids, changedAt: at }) => ids.map(([first, last]) => ({ first, last, at })))
  return ranges.length ? JSON.stringify(ranges) : undefined
}

/** The table of `changedRows` in a FROM. */
export const CHANGED_ROWS =
  'json_to_recordset(?::json) AS c (first bigint, last bigint, at timestamptz)'
