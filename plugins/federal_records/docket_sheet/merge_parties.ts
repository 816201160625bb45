/**
 * The parties of a docket sheet: who they are, the part they take, what they
 * are charged with and who acts for them. A party's counts, complaints and
 * attorneys in the docket are replaced by the sheet's.
 */
import type pg from 'pg'
import { ident } from '#api/columns'
import { KnownRows } from './known_rows.js'
import type { SheetAttorney, SheetParty } from './schema.js'
import { giveKeys, upsert, type Counts, type Row } from './upsert.js'

export async function mergeParties(
  client: pg.ClientBase,
  docket: string,
  parties: SheetParty[]
): Promise<{ parties: Counts; attorneys: Counts }> {
  const keys = await partyKeys(client, docket, parties)
  const counts = await upsert(
    client,
    'parties',
    unique(
      parties.map(({ name, extra_info: extra }, place) => ({
        id: keys[place]!,
        name,
        extra_info: extra ?? '',
      }))
    )
  )
  const types = await mergeTypes(client, docket, parties, keys)
  await replaceBelow(client, 'criminal_counts', parties, types, ({ criminal_counts: given = [] }) =>
    given.map(({ name, disposition, status }) => ({ name, disposition: disposition ?? '', status }))
  )
  await replaceBelow(
    client,
    'criminal_complaints',
    parties,
    types,
    ({ criminal_complaints: given = [] }) =>
      given.map(({ name, disposition }) => ({ name, disposition: disposition ?? '' }))
  )
  return { parties: counts, attorneys: await mergeAttorneys(client, docket, parties, keys) }
}

/** Within a docket a party is the same by its name. */
async function partyKeys(
  client: pg.ClientBase,
  docket: string,
  parties: SheetParty[]
): Promise<string[]> {
  const known = await KnownRows.read(
    client,
    `SELECT DISTINCT p.id::text, p.name FROM parties p JOIN party_types t ON t.party_id = p.id WHERE t.docket_id = $1`,
    [docket]
  )
  return sharedKeys(
    client,
    'parties',
    parties.map(({ id, name }) => ({ id, sameness: [name] })),
    known
  )
}

/**
 * The key of each row: the one it brings, that of a row that is the same, or
 * a new one, which the same rows behind it share.
 */
async function sharedKeys(
  client: pg.ClientBase,
  table: string,
  rows: { id?: string | number; sameness: unknown[] }[],
  known: KnownRows
): Promise<string[]> {
  const keys: string[] = []
  for (const { id, sameness } of rows) {
    const row: Row = { id: id ?? known.find(sameness) }
    await giveKeys(client, table, [row])
    known.add(sameness, String(row.id))
    keys.push(String(row.id))
  }
  return keys
}

async function mergeTypes(
  client: pg.ClientBase,
  docket: string,
  parties: SheetParty[],
  keys: string[]
): Promise<string[]> {
  const known = await KnownRows.read(
    client,
    'SELECT id::text, party_id::text, name FROM party_types WHERE docket_id = $1',
    [docket]
  )
  const types = await sharedKeys(
    client,
    'party_types',
    parties.map(({ type }, place) => ({ sameness: [keys[place], type] })),
    known
  )
  const rows: Row[] = parties.map((party, place) => ({
    id: types[place]!,
    docket_id: docket,
    party_id: keys[place],
    name: party.type,
    date_terminated: party.date_terminated ?? null,
    extra_info: party.type_extra_info ?? '',
    highest_offense_level_opening: party.highest_offense_level_opening ?? '',
    highest_offense_level_terminated: party.highest_offense_level_terminated ?? '',
    pro_se: party.pro_se ?? 0,
  }))
  await upsert(client, 'party_types', unique(rows))
  return types
}

/** Makes the rows below each party type those of the sheet. */
async function replaceBelow(
  client: pg.ClientBase,
  table: 'criminal_counts' | 'criminal_complaints',
  parties: SheetParty[],
  types: string[],
  given: (party: SheetParty) => { name: string; disposition: string; status?: number }[]
): Promise<void> {
  const known = await KnownRows.read(
    client,
    `SELECT id::text, party_type_id::text, name FROM ${ident(table)} WHERE party_type_id = ANY($1::bigint[]) ORDER BY id`,
    [types]
  )
  const rows: Row[] = parties.flatMap((party, place) =>
    given(party).map((row) => ({
      id: known.take([types[place], row.name]),
      party_type_id: types[place],
      ...row,
    }))
  )
  await giveKeys(client, table, rows)
  await upsert(client, table, rows)
  await client.query(
    `DELETE FROM ${ident(table)} WHERE party_type_id = ANY($1::bigint[]) AND id <> ALL($2::bigint[])`,
    [types, rows.map(({ id }) => id)]
  )
}

async function mergeAttorneys(
  client: pg.ClientBase,
  docket: string,
  parties: SheetParty[],
  keys: string[]
): Promise<Counts> {
  const all = parties.flatMap(({ attorneys = [] }) => attorneys)
  const attorneyKeys = await keysOfAttorneys(client, docket, all)
  const counts = await upsert(
    client,
    'attorneys',
    unique(
      all.map(({ name, contact_raw: contact, phone, fax, email }, place) => ({
        id: attorneyKeys[place]!,
        name,
        contact_raw: contact ?? '',
        phone: phone ?? '',
        fax: fax ?? '',
        email: email ?? '',
      }))
    )
  )
  const keyOf = new Map(all.map((attorney, place) => [attorney, attorneyKeys[place]!]))
  await mergeRoles(client, docket, parties, keys, keyOf)
  await mergeOrganizations(client, docket, keyOf)
  return counts
}

/** An attorney is the same by name within a docket, elsewhere by name and contact. */
async function keysOfAttorneys(
  client: pg.ClientBase,
  docket: string,
  attorneys: SheetAttorney[]
): Promise<string[]> {
  const here = await KnownRows.read(
    client,
    `SELECT DISTINCT a.id::text, a.name FROM attorneys a JOIN attorney_roles r ON r.attorney_id = a.id WHERE r.docket_id = $1`,
    [docket]
  )
  const anywhere = await KnownRows.read(
    client,
    'SELECT id::text, name, contact_raw FROM attorneys WHERE name = ANY($1::text[]) ORDER BY id',
    [attorneys.map(({ name }) => name)]
  )
  return sharedKeys(
    client,
    'attorneys',
    attorneys.map(({ id, name, contact_raw: contact }) => ({
      id: id ?? here.find([name]) ?? anywhere.find([name, contact ?? '']),
      sameness: [name],
    })),
    here
  )
}

async function mergeRoles(
  client: pg.ClientBase,
  docket: string,
  parties: SheetParty[],
  keys: string[],
  keyOf: Map<SheetAttorney, string>
): Promise<void> {
  const known = await KnownRows.read(
    client,
    'SELECT id::text, party_id::text, attorney_id::text, role::text, date_action::text FROM attorney_roles WHERE docket_id = $1',
    [docket]
  )
  const rows = new Map<string, Row>()
  for (const [place, { attorneys = [] }] of parties.entries()) {
    for (const attorney of attorneys) {
      for (const { role, role_raw: raw, date_action: day } of attorney.roles ??
        ([{}] as NonNullable<SheetAttorney['roles']>)) {
        const sameness = [
          keys[place],
          keyOf.get(attorney)!,
          typeof role === 'number' ? String(role) : null,
          day ?? null,
        ]
        rows.set(JSON.stringify(sameness), {
          id: known.take(sameness),
          party_id: keys[place],
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
  await giveKeys(client, 'attorney_roles', given)
  await client.query(
    'DELETE FROM attorney_roles WHERE docket_id = $1 AND party_id = ANY($2::bigint[]) AND id <> ALL($3::bigint[])',
    [docket, keys, given.map(({ id }) => id)]
  )
  await upsert(client, 'attorney_roles', given)
}

async function mergeOrganizations(
  client: pg.ClientBase,
  docket: string,
  keyOf: Map<SheetAttorney, string>
): Promise<void> {
  const organizations = [...keyOf].flatMap(([{ organizations: given = [] }, attorney]) =>
    given.map((organization) => ({
      attorney,
      id: organization.id,
      lookup_key: organization.lookup_key || lookupKey(Object.values({ ...organization, id: '' })),
      name: organization.name,
      address1: organization.address1 ?? '',
      address2: organization.address2 ?? '',
      city: organization.city ?? '',
      state: organization.state ?? '',
      zip_code: organization.zip_code ?? '',
    }))
  )
  const known = await KnownRows.read(
    client,
    'SELECT id::text, lookup_key FROM attorney_organizations WHERE lookup_key = ANY($1::text[])',
    [organizations.map(({ lookup_key: key }) => key)]
  )
  const rows: Row[] = []
  const links = new Map<string, Row>()
  for (const { attorney, ...organization } of organizations) {
    const row: Row = {
      ...organization,
      id: known.find([organization.lookup_key]) ?? organization.id,
    }
    await giveKeys(client, 'attorney_organizations', [row])
    known.add([organization.lookup_key], String(row.id))
    rows.push(row)
    links.set(`${attorney} ${row.id}`, {
      attorney_id: attorney,
      attorney_organization_id: String(row.id),
      docket_id: docket,
    })
  }
  await upsert(client, 'attorney_organizations', unique(rows))
  await client.query(
    `INSERT INTO attorney_organization_links (attorney_id, attorney_organization_id, docket_id)
     SELECT * FROM json_to_recordset($1) AS given (attorney_id bigint, attorney_organization_id bigint, docket_id bigint)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify([...links.values()])]
  )
}

/** Letters and digits only, in lower case: "Suite 12" and "suite-12" are one address. */
function lookupKey(parts: unknown[]): string {
  return parts
    .map((part) => String(part ?? ''))
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** One row per key: what stands twice in a sheet counts as it stands last. */
function unique(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [String(row.id), row])).values()]
}
