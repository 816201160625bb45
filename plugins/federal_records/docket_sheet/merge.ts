/**
 * Merges a docket sheet into the archive. The same sheet twice changes
 * nothing.
 */
import { attorneysOf } from './attorney_rows.js'
import { bankruptcyRows, originatingRows } from './case_information.js'
import { docketRow } from './docket_row.js'
import { readKnown } from './known_sheet.js'
import type { MergeRules } from './merge_rules.js'
import { organizationsOf } from './organization_rows.js'
import { partyRows } from './party_rows.js'
import { recordRows } from './record_rows.js'
import type { DocketSheet } from './schema.js'
import type { Counts, SheetTables } from './sheet_tables.js'

/** What a sheet has become in the archive. */
export interface MergedSheet {
  docket: string
  /** Keys of the entries and documents the sheet lists, in its order. */
  entries: string[]
  documents: string[]
  /** What became of the rows of each table. */
  counts: Map<string, Counts>
}

/**
 * Runs inside the caller's transaction; other merges of the docket wait for
 * its end.
 *
 * @throws SheetError when the sheet cannot be taken
 */
export async function mergeDocketSheet(
  tables: SheetTables,
  sheet: DocketSheet,
  rules: MergeRules = {}
): Promise<MergedSheet> {
  const { docket_entries: entries = [], parties = [] } = sheet
  const { row: docket, known: before } = await docketRow(tables, sheet, rules)
  const attorneys = attorneysOf(parties)
  const origin = await originatingRows(tables, sheet, docket, before)
  const [known] = await Promise.all([
    readKnown(
      tables,
      docket.id,
      attorneys.map(({ name }) => name),
      attorneys.flatMap(organizationsOf).map(([key]) => key)
    ),
    tables.write([...origin, { table: 'dockets', rows: [docket] }]),
  ])
  const records = await recordRows(tables, docket.id, known, entries, rules)
  const counts = await tables.write([
    ...(await bankruptcyRows(tables, docket.id, known, sheet)),
    ...records.changes,
    ...(await partyRows(tables, docket.id, known, parties, rules)),
  ])
  return { docket: docket.id, entries: records.entries, documents: records.documents, counts }
}
