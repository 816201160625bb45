/** Merges a docket sheet into the archive. Merging the same sheet again changes nothing. */
import { listSheetAttorneys, listOrganizationsByKey } from './attorney_rows.js'
import { docketRow, type DocketRow } from './docket_row.js'
import { readKnown, type KnownSheet } from './known_sheet.js'
import type { MergeRules, DocketSheet } from './schema.js'
import { partyRows } from './party_rows.js'
import { comparedDays, recordRows } from './record_rows.js'
import { recordDuplicates } from './possible_duplicates.js'
import type { Counts, SheetTables, Change, Row } from './sheet_tables.js'
import type { KnownDocket } from './find_docket.js'

/** The result of a merge. */
export interface MergedSheet {
  docket: string
  /** IDs of the sheet's entries and documents, in its order. */
  entries: string[]
  documents: string[]
  /** Added and changed rows by table. */
  counts: Map<string, Counts>
}

/**
 * Runs in the caller's transaction; other merges of the docket wait until it ends.
 *
 * @throws SheetError if the sheet can't be merged
 */
export async function mergeDocketSheet(
  tables: SheetTables,
  sheet: DocketSheet,
  rules: MergeRules = {}
): Promise<MergedSheet> {
  const { docket_entries: entries = [], parties = [] } = sheet
  const { row: docket, known: before } = await docketRow(tables, sheet, rules)
  const attorneys = listSheetAttorneys(parties)
  const origin = await originatingRows(tables, sheet, docket, before)
  const [known] = await Promise.all([
    readKnown(tables, docket.id, {
      attorneys: attorneys.map(({ name }) => name),
      organizations: attorneys.flatMap(listOrganizationsByKey).map(([key]) => key),
      days: comparedDays(entries),
    }),
    tables.write([...origin, { table: 'dockets', rows: [docket] }]),
  ])
  const records = await recordRows(tables, docket.id, known, entries, rules)
  const counts = await tables.write([
    ...(await bankruptcyRows(tables, docket.id, known, sheet)),
    ...records.changes,
    ...(await partyRows(tables, docket.id, known, parties, rules)),
  ])
  await recordDuplicates(tables, docket.id, records.undecided)
  return { docket: docket.id, entries: records.entries, documents: records.documents, counts }
}

/** The lower-court case, linked from the docket's row; sets the court appealed from if it exists. */
async function originatingRows(
  tables: SheetTables,
  { originating_court_information: given }: DocketSheet,
  docket: DocketRow,
  known: KnownDocket | undefined
): Promise<Change[]> {
  if (!given) return []
  const { court_id: court, ...values } = given
  if (court) {
    const { rows } = await tables.query('SELECT 1 FROM courts WHERE id = $1', [court])
    if (rows.length) docket.appeal_from_id = court
  }
  const id = known?.originating_court_information_id ?? undefined
  if (id === undefined && !Object.values(values).some(Boolean)) return []
  const row: Row = { ...values, id }
  if (id === undefined && values.docket_number) row.docket_number_raw = values.docket_number
  await tables.giveKeys('originating_court_information', [row])
  docket.originating_court_information_id = row.id
  return [{ table: 'originating_court_information', rows: [row] }]
}

/** The chapter, trustee, and dates of a bankruptcy. */
async function bankruptcyRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  { bankruptcy_information: given }: DocketSheet
): Promise<Change[]> {
  if (!given) return []
  const id = known.bankruptcies.find([docket])
  if (id === undefined && !Object.values(given).some(Boolean)) return []
  const row: Row = { ...atMidnight(given), id, docket_id: docket }
  await tables.giveKeys('bankruptcy_information', [row])
  return [{ table: 'bankruptcy_information', rows: [row] }]
}

/** The archive stores these dates as timestamps. */
function atMidnight(given: NonNullable<DocketSheet['bankruptcy_information']>): Row {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      name.startsWith('date_') && value ? `${value}T00:00:00Z` : value,
    ])
  )
}
