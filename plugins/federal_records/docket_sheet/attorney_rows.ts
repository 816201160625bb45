/**
 * The rows of a sheet's attorneys: who they are, and for whom they act.
 */
import { refuseForeignKeys } from './foreign_keys.js'
import type { KnownSheet } from './known_sheet.js'
import { organizationRows, type ListedAttorney, type KeyedAttorney } from './organization_rows.js'
import type { SheetAttorney, SheetParty } from './schema.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

export function attorneysOf(parties: SheetParty[]): ListedAttorney[] {
  return parties.flatMap(({ attorneys = [] }, party) =>
    attorneys.map((attorney, place) => ({
      ...attorney,
      party,
      path: `parties.${party}.attorneys.${place}`,
    }))
  )
}

/** @param partyKeys of the parties, in their order */
export async function attorneyRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  parties: SheetParty[],
  partyKeys: string[]
): Promise<Change[]> {
  const attorneys = attorneysOf(parties)
  await refuseForeignKeys(
    tables,
    'attorneys',
    attorneys.map(({ id, name, path }) => ({ id, owner: name, path: `${path}.id` })),
    known.attorneys.keys
  )
  const keys = await known.attorneys.sharedKeys(
    tables,
    'attorneys',
    attorneys.map((attorney) => ({
      id: attorney.id ?? sameAttorney(known, attorney),
      sameness: [attorney.name],
    }))
  )
  const keyed = attorneys.map((attorney, place) => ({ ...attorney, key: keys[place]! }))
  const replaced = new Set(partyKeys.filter((_, place) => parties[place]!.attorneys))
  return [
    { table: 'attorneys', rows: keyed.map(attorneyRow) },
    await roleRows(tables, docket, known, keyed, partyKeys, replaced),
    ...(await organizationRows(tables, docket, known, keyed)),
  ]
}

/** The same by name within a docket, elsewhere by name and contact. */
function sameAttorney(
  known: KnownSheet,
  { name, contact_raw: contact }: SheetAttorney
): string | undefined {
  return (
    known.attorneys.find([name]) ?? (contact ? known.colleagues.find([name, contact]) : undefined)
  )
}

function attorneyRow({ key, name, contact_raw, phone, fax, email }: KeyedAttorney): Row {
  return { id: key, name, contact_raw, phone, fax, email }
}

/** @param replaced parties whose attorneys the sheet lists */
async function roleRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  attorneys: KeyedAttorney[],
  partyKeys: string[],
  replaced: Set<string>
): Promise<Change> {
  const acting = new Set(known.roles.map((party, attorney) => pairOf(party, attorney)))
  const kept = new Set<string>()
  const rows = new Map<string, Row>()
  for (const { roles, party, key: attorney } of attorneys) {
    const pair = pairOf(partyKeys[party]!, attorney)
    if (!roles && acting.has(pair)) kept.add(pair)
    else
      for (const { role, role_raw: raw, date_action: day } of roles?.length ? roles : NO_ROLE) {
        const sameness = [
          partyKeys[party],
          attorney,
          role === undefined || role === null ? null : String(role),
          day ?? null,
        ]
        const same = JSON.stringify(sameness)
        rows.set(same, {
          id: rows.get(same)?.id ?? known.roles.take(sameness),
          party_id: partyKeys[party],
          attorney_id: attorney,
          docket_id: docket,
          role: role ?? null,
          role_raw: raw,
          date_action: day ?? null,
        })
      }
  }
  const given = [...rows.values()]
  await tables.giveKeys('attorney_roles', given)
  const gone = known.roles.left(
    (party, attorney) => replaced.has(party) && !kept.has(pairOf(party, attorney))
  )
  return { table: 'attorney_roles', rows: given, gone }
}

/** An attorney without a role acts for the party all the same. */
const NO_ROLE: NonNullable<SheetAttorney['roles']> = [{}]

function pairOf(party: string, attorney: string): string {
  return `${party} ${attorney}`
}
