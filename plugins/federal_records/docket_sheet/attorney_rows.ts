/** Rows of a sheet's attorneys, their roles, and their organizations. */
import { refuseForeignKeys } from './known_rows.js'
import type { KnownSheet } from './known_sheet.js'
import { attorneyKeys, type ListedAttorney } from './people_keys.js'
import type { MergeRules, SheetAttorney, SheetParty } from './schema.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

export function listSheetAttorneys(parties: SheetParty[]): ListedAttorney[] {
  return parties.flatMap(({ attorneys = [] }, party) =>
    attorneys.map((attorney, place) => ({
      ...attorney,
      party,
      path: `parties.${party}.attorneys.${place}`,
    }))
  )
}

interface SheetPeople {
  parties: SheetParty[]
  /** IDs of the parties, in order. */
  partyKeys: string[]
  rules: MergeRules
}

/** The rows of the attorneys, their roles, and their organizations. */
export async function attorneyRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  { parties, partyKeys, rules }: SheetPeople
): Promise<Change[]> {
  const attorneys = listSheetAttorneys(parties)
  await refuseForeignKeys(
    tables,
    'attorneys',
    attorneys.map(({ id, name, path }) => ({ id, owner: name, path: `${path}.id` })),
    known.attorneys.keys
  )
  const keys = await attorneyKeys(tables, known, attorneys, rules)
  const keyed = attorneys.map((attorney, place) => ({ ...attorney, key: keys[place]! }))
  const replaced = new Set(partyKeys.filter((_, place) => parties[place]!.attorneys))
  return [
    { table: 'attorneys', rows: keyed.map(attorneyRow) },
    await roleRows(tables, docket, known, keyed, partyKeys, replaced),
    ...(await organizationRows(tables, docket, known, keyed)),
  ]
}

function attorneyRow({ key, name, contact_raw, phone, fax, email }: KeyedAttorney): Row {
  return { id: key, name, contact_raw, phone, fax, email }
}

/** @param replaced IDs of parties whose attorneys the sheet lists */
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

/** An attorney without roles still represents the party. */
const NO_ROLE: NonNullable<SheetAttorney['roles']> = [{}]

function pairOf(party: string, attorney: string): string {
  return `${party} ${attorney}`
}

type SheetOrganization = NonNullable<SheetAttorney['organizations']>[number]

/** Replaces an attorney's organizations in the docket with those in the sheet. */
async function organizationRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  attorneys: KeyedAttorney[]
): Promise<Change[]> {
  const listed = attorneys.flatMap((attorney) =>
    listOrganizationsByKey(attorney).map(([key, organization], place) => ({
      ...organization,
      key,
      attorney: attorney.key,
      path: `${attorney.path}.organizations.${place}.id`,
    }))
  )
  await refuseForeignKeys(
    tables,
    'attorney_organizations',
    listed.map(({ id, key, path }) => ({ id, owner: key, path })),
    known.links.map((_, organization) => organization)
  )
  const rows = new Map<string, Row>()
  for (const { id, key, attorney, path, ...organization } of listed) {
    const same = rows.get(key)
    rows.set(key, {
      ...same,
      ...organization,
      id: known.organizations.find([key]) ?? same?.id ?? id,
      lookup_key: key,
    })
  }
  await tables.giveKeys('attorney_organizations', [...rows.values()])

  const links = new Map<string, Row>()
  for (const { key, attorney } of listed) {
    const pair = [attorney, String(rows.get(key)!.id)]
    links.set(pair.join(), {
      id: links.get(pair.join())?.id ?? known.links.take(pair),
      attorney_id: pair[0],
      attorney_organization_id: pair[1],
      docket_id: docket,
    })
  }
  await tables.giveKeys('attorney_organization_links', [...links.values()])
  const replaced = new Set(
    attorneys.filter(({ organizations }) => organizations).map(({ key }) => key)
  )
  return [
    { table: 'attorney_organizations', rows: [...rows.values()] },
    {
      table: 'attorney_organization_links',
      rows: [...links.values()],
      gone: known.links.left((attorney) => replaced.has(attorney)),
    },
  ]
}

/** An attorney's organizations by lookup key. */
export function listOrganizationsByKey({
  organizations = [],
}: SheetAttorney): [key: string, SheetOrganization][] {
  return organizations.map((organization) => [
    organization.lookup_key || lookupKey(Object.values({ ...organization, id: '' })),
    organization,
  ])
}

/** Lowercase letters and digits only, so that "Suite 12" equals "suite-12". */
function lookupKey(parts: unknown[]): string {
  return parts
    .map((part) => String(part ?? ''))
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

type KeyedAttorney = ListedAttorney & { key: string }
