/** Names of values that hits are counted by, from the database. */
import type { Reader } from '#app/database/reader'

export interface ValueName {
  value: string
  label: string
  /** Values of one group are shown together. */
  group: string | null
}

/** Milliseconds for which a whole list is believed. */
const KEPT = 60_000

const lists = new WeakMap<Reader, Map<string, { readAt: number; names: Promise<ValueName[]> }>>()

/** Of some values. @param statement of `SearchFacet.named` */
export async function namesOf(
  reader: Reader,
  statement: string,
  values: (string | number)[]
): Promise<Map<string, ValueName>> {
  if (!values.length) return new Map()
  const names = await read(reader, statement, values.map(String))
  return new Map(names.map((name) => [name.value, name]))
}

/** Of all values there are, for a list to choose from; few. */
export function allNames(reader: Reader, statement: string): Promise<ValueName[]> {
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
  const rows = await reader.rows(statement, [values])
  return rows.map(([value, label, group]) => ({
    value: value!,
    label: label || value!,
    group: group || null,
  }))
}
