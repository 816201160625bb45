/**
 * Merges a docket sheet into the archive. The same sheet twice changes
 * nothing.
 */
import { attorneysOf } from './attorney_rows.js'
import { docketRow } from './docket_row.js'
import { readKnown } from './known_sheet.js'
import { organizationsOf } from './organization_rows.js'
import { partyRows } from './party_rows.js'
import { recordRows } from './record_rows.js'
import type { DocketSheet } from './schema.js'
import type { Counts, SheetTables } from './sheet_tables.js'

/**
 * Runs inside the caller's transaction.
 *
 * @returns what became of the rows of each table
 * @throws SheetError when the sheet cannot be taken
 */
export async function mergeDocketSheet(
  tables: SheetTables,
  { docket: given, docket_entries: entries = [], parties = [] }: DocketSheet
): Promise<Map<string, Counts>> {
  const docket = await docketRow(tables, given)
  const attorneys = attorneysOf(parties)
  const [known] = await Promise.all([
    readKnown(
      tables,
      docket.id,
      attorneys.map(({ name }) => name),
      attorneys.flatMap(organizationsOf).map(([key]) => key)
    ),
    tables.write([{ table: 'dockets', rows: [docket] }]),
  ])
  return tables.write([
    ...(await recordRows(tables, docket.id, known, entries)),
    ...(await partyRows(tables, docket.id, known, parties)),
  ])
}
