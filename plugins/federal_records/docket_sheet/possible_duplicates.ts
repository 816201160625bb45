/** Pairs of entries that are possibly the same, for review by staff. */
import type { SheetTables } from './sheet_tables.js'

/** Two entries of a docket that the evidence can't tell apart. */
export interface PossibleDuplicate {
  entries: [string, string]
  /** The evidence: `label`, `several candidates`. */
  reason: string
}

/** A pair that staff dismissed stays dismissed. */
const RECORD = `
  INSERT INTO possible_duplicates (docket_id, entry_id, other_id, reason)
  SELECT $1, least(one, other), greatest(one, other), reason
  FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS pair (one, other, reason)
    JOIN docket_entries e ON e.id = other
  WHERE one <> other
  ON CONFLICT (entry_id, other_id) DO NOTHING`

/** Entries with different numbers are different. */
const SETTLE = `
  DELETE FROM possible_duplicates p USING docket_entries e, docket_entries o
  WHERE p.docket_id = $1 AND date_dismissed IS NULL AND e.id = entry_id AND o.id = other_id
    AND e.entry_number <> o.entry_number`

/** Records pairs of entries that are in the database, and removes those that are settled. */
export async function recordDuplicates(
  tables: SheetTables,
  docket: string,
  pairs: PossibleDuplicate[]
): Promise<void> {
  await tables.query(SETTLE, [docket])
  if (!pairs.length) return
  await tables.query(RECORD, [
    docket,
    pairs.map(({ entries: [one] }) => one),
    pairs.map(({ entries: [, other] }) => other),
    pairs.map(({ reason }) => reason),
  ])
}
