/**
 * The rows of a sheet's attorneys: who they are, for whom they act, and the
 * organizations they belong to.
 */
import type { KnownSheet } from './known_sheet.js'
import type { SheetAttorney, SheetParty } from './schema.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

/** @param partyKeys of the parties, in their order */
export async function attorneyRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  parties: SheetParty[],
  partyKeys: string[]
): Promise<Change[]> {
  const attorneys = attorneysOf(parties)
  // An attorney is the same by name within a docket, elsewhere by name and contact.
  const keys = await known.attorneys.sharedKeys(
    tables,
    'attorneys',
    attorneys.map(({ id, name, contact_raw: contact }) => ({
      id: id ?? known.attorneys.find([name]) ?? known.colleagues.find([name, contact ?? '']),
      sameness: [name],
    }))
  )
  const keyOf = new Map(attorneys.map((attorney, place) => [attorney, keys[place]!]))
  return [
    {
      table: 'attorneys',
      rows: attorneys.map((attorney) => ({
        id: keyOf.get(attorney)!,
        name: attorney.name,
        contact_raw: attorney.contact_raw ?? '',
        phone: attorney.phone ?? '',
        fax: attorney.fax ?? '',
        email: attorney.email ?? '',
      })),
    },
    await roleRows(tables, docket, known, parties, partyKeys, keyOf),
    ...(await organizationRows(tables, docket, known, keyOf)),
  ]
}

export function attorneysOf(parties: SheetParty[]): SheetAttorney[] {
  return parties.flatMap(({ attorneys = [] }) => attorneys)
}

async function roleRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  parties: SheetParty[],
  partyKeys: string[],
  keyOf: Map<SheetAttorney, string>
): Promise<Change> {
  const rows = new Map<string, Row>()
  for (const [place, { attorneys = [] }] of parties.entries()) {
    for (const attorney of attorneys) {
      for (const { role, role_raw: raw, date_action: day } of attorney.roles ??
        ([{}] as NonNullable<SheetAttorney['roles']>)) {
        const sameness = [
          partyKeys[place],
          keyOf.get(attorney)!,
          typeof role === 'number' ? String(role) : null,
          day ?? null,
        ]
        const key = JSON.stringify(sameness)
        rows.set(key, {
          id: rows.get(key)?.id ?? known.roles.take(sameness),
          party_id: partyKeys[place],
          attorney_id: keyOf.get(attorney),
          docket_id: docket,
          role: role ?? null,
          role_raw: raw ?? '',
          date_action: day ?? null,
        })
      }
    }
  }
  const given = [...rows.values()]
  await tables.giveKeys('attorney_roles', given)
  return { table: 'attorney_roles', rows: given, gone: known.roles.left(partyKeys) }
}

async function organizationRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  keyOf: Map<SheetAttorney, string>
): Promise<Change[]> {
  const rows = new Map<string, Row>()
  for (const [key, { id, ...organization }] of [...keyOf.keys()].flatMap(organizationsOf))
    rows.set(key, {
      id: known.organizations.find([key]) ?? id,
      lookup_key: key,
      name: organization.name,
      address1: organization.address1 ?? '',
      address2: organization.address2 ?? '',
      city: organization.city ?? '',
      state: organization.state ?? '',
      zip_code: organization.zip_code ?? '',
    })
  await tables.giveKeys('attorney_organizations', [...rows.values()])
  const links = new Map<string, Row>()
  for (const [attorney, attorneyKey] of keyOf) {
    for (const [key] of organizationsOf(attorney)) {
      const pair = [attorneyKey, String(rows.get(key)!.id)]
      links.set(pair.join(), {
        id: links.get(pair.join())?.id ?? known.links.take(pair),
        attorney_id: pair[0],
        attorney_organization_id: pair[1],
        docket_id: docket,
      })
    }
  }
  await tables.giveKeys('attorney_organization_links', [...links.values()])
  return [
    { table: 'attorney_organizations', rows: [...rows.values()] },
    { table: 'attorney_organization_links', rows: [...links.values()] },
  ]
}

type SheetOrganization = NonNullable<SheetAttorney['organizations']>[number]

/** An attorney's organizations by their lookup keys. */
export function organizationsOf({
  organizations = [],
}: SheetAttorney): [key: string, SheetOrganization][] {
  return organizations.map((organization) => [
    organization.lookup_key || lookupKey(Object.values({ ...organization, id: '' })),
    organization,
  ])
}

/** Letters and digits only, in lower case: "Suite 12" and "suite-12" are one address. */
function lookupKey(parts: unknown[]): string {
  return parts
    .map((part) => String(part ?? ''))
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
