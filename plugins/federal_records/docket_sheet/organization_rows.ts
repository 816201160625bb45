/**
 * The rows of the organizations a sheet's attorneys belong to.
 */
import { refuseForeignKeys } from './foreign_keys.js'
import type { KnownSheet } from './known_sheet.js'
import type { SheetAttorney } from './schema.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

type SheetOrganization = NonNullable<SheetAttorney['organizations']>[number]

/** An attorney's organizations in the docket are replaced by those the sheet lists. */
export async function organizationRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  attorneys: KeyedAttorney[]
): Promise<Change[]> {
  const listed = attorneys.flatMap((attorney) =>
    organizationsOf(attorney).map(([key, organization], place) => ({
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

/** An attorney and where in the sheet it is. */
export type ListedAttorney = SheetAttorney & { party: number; path: string }

export type KeyedAttorney = ListedAttorney & { key: string }
