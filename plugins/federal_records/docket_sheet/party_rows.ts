/** Rows of a sheet's parties, their types, and their charges. */
import { attorneyRows } from './attorney_rows.js'
import { refuseForeignKeys, type KnownRows } from './known_rows.js'
import { partyKeys } from './people_keys.js'
import type { KnownSheet } from './known_sheet.js'
import type { MergeRules, SheetParty } from './schema.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

/**
 * Replaces a party's counts, complaints, and attorneys in the docket with those in the sheet.
 *
 * @throws SheetError if a party or attorney has the ID of another one
 */
export async function partyRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  parties: SheetParty[],
  rules: MergeRules
): Promise<Change[]> {
  await refuseForeignKeys(
    tables,
    'parties',
    parties.map(({ id, name }, place) => ({ id, owner: name, path: `parties.${place}.id` })),
    known.parties.keys
  )
  const keys = await partyKeys(tables, known, parties, rules)
  const types = await known.types.sharedKeys(
    tables,
    'party_types',
    parties.map(({ type }, place) => ({ sameness: [keys[place], type] }))
  )
  const charges = (table: Charges, there: KnownRows) =>
    chargeRows(tables, table, there, types, parties)
  const people = await attorneyRows(tables, docket, known, { parties, partyKeys: keys, rules })
  return [
    {
      table: 'parties',
      rows: parties.map(({ name, extra_info: extra }, place) => ({
        id: keys[place]!,
        name,
        extra_info: extra,
      })),
    },
    {
      table: 'party_types',
      rows: parties.map((party, place) => ({
        id: types[place]!,
        docket_id: docket,
        party_id: keys[place],
        name: party.type,
        date_terminated: party.date_terminated,
        extra_info: party.type_extra_info,
        highest_offense_level_opening: party.highest_offense_level_opening,
        highest_offense_level_terminated: party.highest_offense_level_terminated,
        pro_se: party.pro_se,
      })),
    },
    await charges('criminal_counts', known.counts),
    await charges('criminal_complaints', known.complaints),
    ...people,
    ...detachedRows(known, new Set(keys), actingIn(people), rules),
  ]
}

/** IDs of the attorneys of the sheet's parties. */
function actingIn(people: Change[]): Set<string> {
  const roles = people.find(({ table }) => table === 'attorney_roles')?.rows ?? []
  return new Set(roles.map(({ attorney_id: key }) => String(key)))
}

type Charges = 'criminal_counts' | 'criminal_complaints'

async function chargeRows(
  tables: SheetTables,
  table: Charges,
  known: KnownRows,
  types: string[],
  parties: SheetParty[]
): Promise<Change> {
  const rows: Row[] = parties.flatMap((party, place) =>
    (party[table] ?? []).map((charge) => ({
      id: known.take([types[place], charge.name]),
      party_type_id: types[place],
      ...charge,
    }))
  )
  await tables.giveKeys(table, rows)
  const replaced = new Set(types.filter((_, place) => parties[place]![table]))
  return { table, rows, gone: known.left((type) => replaced.has(type)) }
}

/**
 * Detaches parties that aren't on the page. A page without terminated parties may have been
 * requested without them, so existing ones are kept. A page without parties changes nothing.
 *
 * @param listed IDs of the parties on the page
 * @param acting IDs of the attorneys on the page
 */
function detachedRows(
  known: KnownSheet,
  listed: Set<string>,
  acting: Set<string>,
  { parties }: MergeRules
): Change[] {
  if (!parties || !listed.size) return []
  const terminated = new Set(known.terminated.map((party) => party))
  const isGone = (party: string) =>
    !listed.has(party) && !(parties === 'active' && terminated.has(party))
  const staying = new Set(acting)
  const leaving = new Set<string>()
  for (const [party, attorney] of known.roles.map((...pair) => pair))
    (isGone(party!) ? leaving : staying).add(attorney!)
  return [
    { table: 'party_types', rows: [], gone: known.types.left(isGone) },
    { table: 'attorney_roles', rows: [], gone: known.roles.left(isGone) },
    {
      table: 'attorney_organization_links',
      rows: [],
      gone: known.links.left((attorney) => leaving.has(attorney) && !staying.has(attorney)),
    },
  ]
}
