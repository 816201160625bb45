/** The resources of a mirror, and how their records are stored. */
import { fieldColumn, hasColumn } from '#api/columns'
import type { Field } from '#api/field_definitions'
import type { RecordChanges } from '#api/record_changes'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'

/** A column of a record, and its value in the JSON of the record. */
export interface StoredColumn {
  name: string
  column: string
  /** The table of a link, whose record must exist. */
  refersTo?: Resource
  /** The code table that contains the value. */
  lookup?: { table: string; column: string }
  /** Undefined if the record doesn't have the field. */
  read: (record: Record<string, unknown>) => unknown
}

/** Rows of another table that a record contains. */
export interface StoredRows {
  name: string
  table: string
  /** Column with the key of the record. */
  column: string
  columns: StoredColumn[]
  rows: StoredRows[]
  /** Rows without values, which only relate two records. */
  isJoin: boolean
}

/** Records of another resource that only this resource shows with their parent. */
export interface ContainedRecords {
  name: string
  resource: Resource
  column: string
}

export interface StoredResource {
  resource: Resource
  columns: StoredColumn[]
  rows: StoredRows[]
  contained: ContainedRecords[]
}

type Json = Record<string, unknown>

/** The part of a URL before the path of a stored file. */
const STORAGE = /^https?:\/\/[^/]+\/(storage\/)?/

/** Resources that can be mirrored: public records in the change feed. */
function mirrorable(registry: ResourceRegistry, changes: RecordChanges): Resource[] {
  const followed = new Set(changes.sources(registry).map(({ resource }) => resource))
  return [...followed].filter(({ ownership, access }) => !ownership && !access.right)
}

/**
 * Selected resources with those that their records refer to, each after those it refers to.
 *
 * @param names all by default
 * @throws RangeError for an unknown name
 */
export function selectResources(
  registry: ResourceRegistry,
  changes: RecordChanges,
  names: readonly string[]
): string[] {
  const known = mirrorable(registry, changes)
  const unknown = names.find((name) => !known.some(({ path }) => path === name))
  if (unknown !== undefined)
    throw new RangeError(
      `"${unknown}" can't be mirrored. Choose from: ${known.map(({ path }) => path).join(', ')}.`
    )
  const ordered: Resource[] = []
  const visiting = new Set<Resource>()
  const visit = (resource: Resource) => {
    if (visiting.has(resource) || !known.includes(resource)) return
    visiting.add(resource)
    for (const field of resource.fields.values()) {
      if (field.kind === 'link' || field.kind === 'record') visit(registry.get(field.resource))
      if (field.kind === 'links' && 'table' in field.via) visit(registry.get(field.resource))
    }
    for (const parent of known)
      if (containedIn(parent, registry).some((one) => one.resource === resource)) visit(parent)
    ordered.push(resource)
  }
  for (const resource of known) if (!names.length || names.includes(resource.path)) visit(resource)
  return ordered.map(({ path }) => path)
}

/** How the records of a resource are stored. */
export function describeStorage(resource: Resource, registry: ResourceRegistry): StoredResource {
  return {
    resource,
    columns: columnsOf(resource.fields, registry),
    rows: rowsOf(resource.fields, registry),
    contained: containedIn(resource, registry),
  }
}

/** Records of resources without a field for the column that refers to their parent. */
export function containedIn(parent: Resource, registry: ResourceRegistry): ContainedRecords[] {
  return [...parent.fields].flatMap(([name, field]) => {
    if (field.kind !== 'records') return []
    const resource = registry.get(field.resource)
    const { column } = field.via
    const isShown = columnsOf(resource.fields, registry).some((one) => one.column === column)
    return isShown ? [] : [{ name, resource, column }]
  })
}

function columnsOf(fields: Iterable<[string, Field]>, registry: ResourceRegistry): StoredColumn[] {
  return [...fields].flatMap(([name, field]): StoredColumn[] => {
    if (field.include || field.writeOnly || !hasColumn(field)) return []
    const column = fieldColumn(name, field)
    if (field.kind === 'link') {
      const read = (record: Json) => keyOfLink(record[name])
      return [{ name, column, refersTo: registry.get(field.resource), read }]
    }
    if (field.kind === 'record') {
      const read = (record: Json) => keyOfRecord(record[name])
      return [{ name, column, refersTo: registry.get(field.resource), read }]
    }
    if (field.kind !== 'value' || field.secret || field.credential) return []
    const { nullAsBlank, storedAsDate, format, type } = field
    return [
      {
        name,
        column,
        read: (record: Json) => {
          const value = record[name]
          if (nullAsBlank && value === '') return null
          if (storedAsDate && typeof value === 'string') return value.slice(0, 10)
          if (type === 'datetime' && typeof value === 'string') return toUtc(value)
          if (format === 'storage-url' && typeof value === 'string')
            return decodeURIComponent(value.replace(STORAGE, ''))
          return value
        },
      },
    ]
  })
}

function rowsOf(fields: Iterable<[string, Field]>, registry: ResourceRegistry): StoredRows[] {
  const tables = new Set(registry.all().map(({ table }) => table))
  return [...fields].flatMap(([name, field]): StoredRows[] => {
    if (field.include) return []
    if (field.kind === 'rows') {
      const inner = Object.entries(field.fields)
      const { table, column } = field
      const columns = columnsOf(inner, registry)
      const rows = rowsOf(inner, registry)
      return [{ name, table, column, columns, rows, isJoin: false }]
    }
    // Rows that are records are mirrored on their own.
    if (field.kind === 'links' && 'table' in field.via && !tables.has(field.via.table)) {
      const { table, from, to } = field.via
      const read = ({ link }: Json) => keyOfLink(link)
      const columns = [{ name, column: to, refersTo: registry.get(field.resource), read }]
      return [{ name, table, column: from, columns, rows: [], isJoin: true }]
    }
    if (field.kind === 'values') {
      const { via, table, column } = field
      const lookup = { table, column }
      const columns = [{ name, column: via.to, lookup, read: ({ link }: Json) => link }]
      return [{ name, table: via.table, column: via.from, columns, rows: [], isJoin: true }]
    }
    return []
  })
}

function keyOfLink(link: unknown): unknown {
  if (typeof link !== 'string') return link
  const key = /([^/]+)\/?$/.exec(link)?.[1]
  return key === undefined ? null : decodeURIComponent(key)
}

/** The key of a nested record; the public service omits `id` in some of them. */
function keyOfRecord(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return keyOfLink(record)
  const { id, resource_uri: url } = record as Json
  return id ?? keyOfLink(url) ?? null
}

/** A datetime in UTC with microseconds, as Curia shows it; the public service uses other offsets. */
function toUtc(value: string): string {
  const parts = /^(.{10}T\d\d:\d\d:\d\d)(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/.exec(value)
  const time = parts ? Date.parse(`${parts[1]}${parts[3]}`) : Number.NaN
  if (!parts || Number.isNaN(time)) return value
  return `${new Date(time).toISOString().slice(0, 19)}${(parts[2] ?? '.').padEnd(7, '0')}+00:00`
}
