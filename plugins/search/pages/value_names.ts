/** Names of facet values from the database, and courts by name. */
import type { Reader } from '#app/database/reader'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { describeCourtNames, type ValueName } from './typed_courts.js'

/** Milliseconds for which a complete list is cached. */
const KEPT = 60_000

const lists = new WeakMap<Reader, Map<string, { readAt: number; names: Promise<ValueName[]> }>>()

/**
 * Returns the names of values.
 *
 * @param statement statement from `SearchFacet.named`
 */
export async function loadValueNames(
  reader: Reader,
  statement: string,
  values: (string | number)[]
): Promise<Map<string, ValueName>> {
  if (!values.length) return new Map()
  const names = await read(reader, statement, values.map(String))
  return new Map(names.map((name) => [name.value, name]))
}

/** Returns all values, for a list of choices. Suitable for small tables. */
function allNames(reader: Reader, statement: string): Promise<ValueName[]> {
  const known =
    lists.get(reader) ?? new Map<string, { readAt: number; names: Promise<ValueName[]> }>()
  lists.set(reader, known)
  const list = known.get(statement)
  if (list && Date.now() - list.readAt < KEPT) return list.names
  const names = read(reader, statement, null)
  known.set(statement, { readAt: Date.now(), names })
  names.catch(() => known.delete(statement))
  return names
}

async function read(
  reader: Reader,
  statement: string,
  values: string[] | null
): Promise<ValueName[]> {
  const rows = await reader.rows(statement, statement.includes('$1') ? [values] : [])
  return rows.map(([value, label, group, others]) => ({
    value: value!,
    label: label || value!,
    group: group || null,
    ...(others && { keys: describeCourtNames(label || value!, others.split('\n')) }),
  }))
}

/** Returns the court parameter of a type, if any. */
export function courtParameter({ parameters }: SearchTypeDefinition): string | undefined {
  return Object.keys(parameters).find((name) => parameters[name]!.is === 'courts')
}

/** A court of a search type. */
export interface CourtName extends ValueName {
  /** Whether forms of the type list it. */
  isOffered: boolean
}

/** Returns all courts; empty if the type has no court parameter. */
export async function allCourts(type: SearchTypeDefinition, reader: Reader): Promise<CourtName[]> {
  const name = courtParameter(type)
  const { named, offered } = type.facets?.find(({ parameter }) => parameter === name) ?? {}
  if (!name || !named) return []
  const courts = await allNames(reader, named)
  const listed = new Set(offered ? (await allNames(reader, offered)).map(({ value }) => value) : [])
  // An archive without such courts offers all.
  return courts.map((court) => ({ ...court, isOffered: !listed.size || listed.has(court.value) }))
}

/** Choice of courts in the form. */
export interface CourtChoice {
  /** Name of the parameter. */
  name: string
  /** Selected courts. */
  ticked: ValueName[]
  /** Other courts by jurisdiction; empty until the list is requested. */
  groups: { label: string; courts: ValueName[] }[]
  /** Number of courts. */
  count: number
}

/** @param value value of the parameter; courts are selected only if all IDs are known */
export function courtChoice(
  { name, value }: { name: string; value: string },
  courts: CourtName[],
  listsAll: boolean
): CourtChoice | undefined {
  if (!courts.length) return undefined
  const offered = courts.filter(({ isOffered }) => isOffered)
  const ids = new Set(value.toLowerCase().split(/[\s,]+/))
  const known = courts.filter((court) => ids.has(court.value))
  const ticked = known.length === ids.size ? known : []
  const groups = Map.groupBy(offered, ({ group }) => group ?? 'Other courts')
  return {
    name,
    ticked,
    groups: (listsAll ? [...groups] : []).map(([label, members]) => ({
      label,
      courts: members.filter((court) => !ticked.includes(court)),
    })),
    count: offered.length,
  }
}
