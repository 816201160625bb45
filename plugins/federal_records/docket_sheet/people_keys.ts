/**
 * Assigns IDs to the parties and attorneys of a sheet. Within a docket, people are identified by
 * name (fetch-and-upload, 2.5). A page can list several people with the same name; their details or
 * else their order distinguish them.
 */
import type { KnownSheet } from './known_sheet.js'
import type { MergeRules, SheetAttorney, SheetParty } from './schema.js'
import type { Row, SheetTables } from './sheet_tables.js'

/** An attorney and its path in the sheet. */
export type ListedAttorney = SheetAttorney & {
  /** Place of the party. */
  party: number
  path: string
}

/** A person of a sheet. */
interface Person {
  name: string
  /** People with the same name and a different role can be the same person. */
  role: string
  details: string
}

/** An existing person with the same name. */
interface Namesake extends Person {
  id: string
}

/** IDs of the parties, in order. A name is one party in all its types. */
export async function partyKeys(
  tables: SheetTables,
  known: KnownSheet,
  parties: SheetParty[],
  { fromPage = false }: MergeRules
): Promise<string[]> {
  if (!fromPage)
    return known.parties.sharedKeys(
      tables,
      'parties',
      parties.map(({ id, name }) => ({ id, sameness: [name] }))
    )
  const namesakes = known.details.list().map(({ id, sameness: [name, role, details] }) => ({
    id,
    name: name!,
    role: role!,
    details: details ?? '',
  }))
  const people = parties.map(({ name, type, type_extra_info: details }) => ({
    name,
    role: type,
    details: details ?? '',
  }))
  return distinctKeys(tables, 'parties', people, namesakes)
}

/**
 * IDs of the attorneys, in order. A name is one attorney of the docket, unless a party has several
 * attorneys with this name and different contacts.
 */
export async function attorneyKeys(
  tables: SheetTables,
  known: KnownSheet,
  attorneys: ListedAttorney[],
  { fromPage = false }: MergeRules
): Promise<string[]> {
  const there = Map.groupBy(known.attorneys.list(), ({ sameness: [name] }) => name)
  const several = fromPage ? severalContacts(attorneys) : new Set<string>()
  const contactOf = ({ name, contact_raw: contact }: ListedAttorney) =>
    several.has(name) ? (contact ?? '') : ''
  const people = attorneys.map((attorney) => ({
    name: JSON.stringify([attorney.name, contactOf(attorney)]),
    attorney,
  }))
  const taken = new Set<string>()
  const rows = new Map<string, Row>()
  for (const { name, attorney } of people) {
    const namesakes = (there.get(attorney.name) ?? []).filter(({ id }) => !taken.has(id))
    const same = namesakes.find(({ sameness: [, contact] }) => contact === attorney.contact_raw)
    // Attorneys of other dockets are identified by name and contact.
    const colleague = attorney.contact_raw
      ? known.colleagues.find([attorney.name, attorney.contact_raw])
      : undefined
    const row = rows.get(name) ?? {
      id: attorney.id ?? same?.id ?? namesakes[0]?.id ?? colleague,
    }
    if (attorney.id !== undefined) row.id = attorney.id
    if (row.id !== undefined) taken.add(String(row.id))
    rows.set(name, row)
  }
  await tables.giveKeys('attorneys', [...rows.values()])
  return people.map(({ name }) => String(rows.get(name)!.id))
}

/** Names that a party lists several times with different contacts. */
function severalContacts(attorneys: ListedAttorney[]): Set<string> {
  const contacts = new Map<string, string>()
  const names = new Set<string>()
  for (const { party, name, contact_raw: contact = '' } of attorneys) {
    const key = JSON.stringify([party, name])
    const first = contacts.get(key)
    if (first !== undefined && first !== contact) names.add(name)
    contacts.set(key, first ?? contact ?? '')
  }
  return names
}

/** Further people with the same name share the last ID. */
const MAX_NAMESAKES = 50

/** Each person gets an existing person with the same details, or else the next one by order. */
async function distinctKeys(
  tables: SheetTables,
  table: string,
  people: Person[],
  namesakes: Namesake[]
): Promise<string[]> {
  const there = Map.groupBy(namesakes, ({ name }) => name)
  const rows: Row[] = []
  for (const [name, places] of Map.groupBy(people.keys(), (place) => people[place]!.name)) {
    const known = there.get(name) ?? []
    const slots: Row[] = [...new Set(known.map(({ id }) => id))].map((id) => ({ id }))
    const taken = new Map<string, Set<Row>>()
    const take = (place: number, row: Row | undefined) => {
      const { role } = people[place]!
      const same = taken.get(role) ?? new Set()
      if (!row || same.has(row)) return
      taken.set(role, same.add(row))
      rows[place] = row
    }
    for (const place of places) {
      const { role, details } = people[place]!
      const exact = known.filter((one) => one.role === role && one.details === details)
      const free = exact.find(
        ({ id }) => !taken.get(role)?.has(slots.find((row) => row.id === id)!)
      )
      take(place, free && slots.find((row) => row.id === free.id))
    }
    for (const place of places) {
      if (rows[place]) continue
      const { role } = people[place]!
      const free = slots.find((row) => !taken.get(role)?.has(row))
      if (!free && slots.length < MAX_NAMESAKES) slots.push({})
      rows[place] = free ?? slots.at(-1)!
      take(place, rows[place])
    }
  }
  await tables.giveKeys(table, [...new Set(rows)])
  return rows.map(({ id }) => String(id))
}
