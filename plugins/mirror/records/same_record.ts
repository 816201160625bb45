/** Compares records of an upstream with local ones, by the values that a mirror stores. */
import { isDeepStrictEqual } from 'node:util'
import type { Resource } from '#api/resource'
import type { StoredColumn, StoredResource, StoredRows } from './mirrored_resources.js'

type Json = Record<string, unknown>
type Describe = (resource: Resource) => StoredResource

/**
 * Whether a record is stored already. Only fields of the upstream are compared: other servers
 * have more fields than this one, and lack others.
 *
 * @param local the local record under the same field names; undefined if it doesn't exist here
 */
export function isSameRecord(
  resource: Resource,
  given: Json,
  local: Json | undefined,
  describe: Describe
): boolean {
  if (!local) return false
  const { columns, rows, contained } = describe(resource)
  return (
    isSameRow({ columns, rows }, given, local) &&
    contained.every(({ name, resource: inner }) => {
      if (given[name] === undefined) return true
      const [some, others] = [given[name], local[name]].map(listRecords)
      const known = new Map(others!.map((one) => [String(one.id), one]))
      return (
        some!.length === known.size &&
        some!.every((one) => isSameRecord(inner, one, known.get(String(one.id)), describe))
      )
    })
  )
}

/** Names of the fields whose values differ, without those of records in fields. */
export function differingFields(
  { columns, rows }: StoredResource,
  given: Json,
  local: Json
): string[] {
  const isSame = (part: { columns?: StoredColumn[]; rows?: StoredRows[] }) =>
    isSameRow({ columns: [], rows: [], ...part }, given, local)
  return [
    ...columns.filter((column) => !isSame({ columns: [column] })).map(({ name }) => name),
    ...rows.filter((part) => !isSame({ rows: [part] })).map(({ name }) => name),
  ]
}

function isSameRow(
  { columns, rows }: { columns: readonly StoredColumn[]; rows: readonly StoredRows[] },
  given: Json,
  local: Json
): boolean {
  return (
    columns.every(({ read }) => {
      const value = read(given)
      return value === undefined || isSameValue(value, read(local))
    }) &&
    rows.every((part) => {
      if (given[part.name] === undefined) return true
      const [some, others] = [given[part.name], local[part.name]].map(listRecords)
      if (some!.length !== others!.length) return false
      // Links and codes have no order.
      if (part.isJoin) return isDeepStrictEqual(keysOf(part, some!), keysOf(part, others!))
      return some!.every((row, at) => isSameRow(part, row, others![at]!))
    })
  )
}

/**
 * The public service has null where Curia has an empty string, and the reverse; and numbers where
 * Curia has text.
 */
function isSameValue(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other))
}

function comparable(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return value === '' ? null : (value ?? null)
}

function keysOf({ columns }: StoredRows, rows: readonly Json[]): string[] {
  return rows.map((row) => String(columns[0]!.read(row))).sort()
}

/** Rows of a list; links and codes become rows, as when they are stored. */
export function listRecords(list: unknown): Json[] {
  return ((list ?? []) as unknown[]).map((item) =>
    typeof item === 'object' && item !== null ? (item as Json) : { link: item }
  )
}
