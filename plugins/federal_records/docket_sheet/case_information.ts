/**
 * The rows that belong to a docket: the case in the court below, and what bankruptcy
 * courts add.
 */
import type { DocketRow } from './docket_row.js'
import type { KnownDocket } from './find_docket.js'
import type { KnownSheet } from './known_sheet.js'
import type { DocketSheet } from './schema.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

/**
 * The case in the court below, to which the docket's row refers; a court the
 * archive has becomes the one appealed from.
 */
export async function originatingRows(
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

/** Chapter, trustee and dates of a bankruptcy. */
export async function bankruptcyRows(
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

/** The archive keeps these days as instants. */
function atMidnight(given: NonNullable<DocketSheet['bankruptcy_information']>): Row {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      name.startsWith('date_') && value ? `${value}T00:00:00Z` : value,
    ])
  )
}
