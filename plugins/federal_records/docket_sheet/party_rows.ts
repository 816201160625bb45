/**
 * The rows of a sheet's parties: who they are, the part they take and what
 * they are charged with.
 */
import { attorneyRows } from './attorney_rows.js'
import type { KnownRows } from './known_rows.js'
import type { KnownSheet } from './known_sheet.js'
import type { SheetParty } from './schema.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

/** A party's counts, complaints and attorneys in the docket are replaced by the sheet's. */
export async function partyRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  parties: SheetParty[]
): Promise<Change[]> {
  const keys = await known.parties.sharedKeys(
    tables,
    'parties',
    parties.map(({ id, name }) => ({ id, sameness: [name] }))
  )
  const types = await known.types.sharedKeys(
    tables,
    'party_types',
    parties.map(({ type }, place) => ({ sameness: [keys[place], type] }))
  )
  const charges = (table: string, there: KnownRows, given: (party: SheetParty) => Row[]) =>
    chargeRows(tables, table, there, types, parties.map(given))
  return [
    {
      table: 'parties',
      rows: parties.map(({ name, extra_info: extra }, place) => ({
        id: keys[place]!,
        name,
        extra_info: extra ?? '',
      })),
    },
    {
      table: 'party_types',
      rows: parties.map((party, place) => ({
        id: types[place]!,
        docket_id: docket,
        party_id: keys[place],
        name: party.type,
        date_terminated: party.date_terminated ?? null,
        extra_info: party.type_extra_info ?? '',
        highest_offense_level_opening: party.highest_offense_level_opening ?? '',
        highest_offense_level_terminated: party.highest_offense_level_terminated ?? '',
        pro_se: party.pro_se ?? 0,
      })),
    },
    await charges('criminal_counts', known.counts, ({ criminal_counts: given = [] }) =>
      given.map(({ name, disposition, status }) => ({
        name,
        disposition: disposition ?? '',
        status,
      }))
    ),
    await charges('criminal_complaints', known.complaints, ({ criminal_complaints: given = [] }) =>
      given.map(({ name, disposition }) => ({ name, disposition: disposition ?? '' }))
    ),
    ...(await attorneyRows(tables, docket, known, parties, keys)),
  ]
}

async function chargeRows(
  tables: SheetTables,
  table: string,
  known: KnownRows,
  types: string[],
  given: Row[][]
): Promise<Change> {
  const rows = given.flatMap((charges, place) =>
    charges.map((row) => ({
      id: known.take([types[place], row.name]),
      party_type_id: types[place],
      ...row,
    }))
  )
  await tables.giveKeys(table, rows)
  return { table, rows, gone: known.left(types) }
}
