/**
 * The records of a mirror: whole lists, or the records that match a filter with everything
 * below them. Records are below others if the database deletes them together.
 */
import type pg from 'pg'
import { CommandRefusal } from '#app/support/interrupted'
import type { ResourceRegistry } from '#api/registry'
import type { Filter, Resource } from '#api/resource'
import {
  containedIn,
  describeStorage,
  type StoredColumn,
  type StoredRows,
} from './mirrored_resources.js'

/** Filters of a list: pairs of a parameter and its value. */
export type Filters = readonly (readonly [name: string, value: string])[]

/** Records below each record of another resource, which no filter of a list can find. */
export interface Followed {
  parent: Resource
  resource: Resource
  /** Field of the parent with the link of the record, or filter of the list by the parent's key. */
  by: { field: string } | { filter: string }
}

export interface Scope {
  /** Filters of each list, parents first. */
  lists: Map<Resource, Filters>
  /** Records that others contain: with those, they are complete. */
  contained: Map<Resource, { parent: Resource; name: string }>
  followed: Followed[]
  /** Resources whose records are stored if others refer to them. */
  linked: Set<Resource>
}

/** Whether records of a resource are stored: listed, below others, or referred to. */
export function isMirrored(
  resource: Resource,
  { lists, contained, followed, linked }: Scope
): boolean {
  return (
    lists.has(resource) ||
    contained.has(resource) ||
    linked.has(resource) ||
    followed.some((one) => one.resource === resource)
  )
}

/** The filter that matches one record. */
const KEY = 'id'
/** Relations in the name of a filter, at most (contract, list behavior 6). */
export const MAX_DEPTH = 4

/** Whole lists of resources. */
export function describeLists(registry: ResourceRegistry, paths: readonly string[]): Scope {
  const resources = paths.map((path) => registry.get(path))
  const scope: Scope = {
    lists: new Map(),
    contained: new Map(),
    followed: [],
    linked: new Set(),
  }
  for (const parent of resources)
    for (const { resource, name } of containedIn(parent, registry))
      if (resources.includes(resource)) scope.contained.set(resource, { parent, name })
  for (const resource of resources)
    if (!scope.contained.has(resource)) scope.lists.set(resource, [])
  return scope
}

/**
 * The records of a resource that match filters, with everything below them.
 *
 * @param paths names of the mirrored resources, parents first
 * @throws CommandRefusal if the list of records below can't be filtered
 */
export async function describeFiltered(
  client: Pick<pg.ClientBase, 'query'>,
  registry: ResourceRegistry,
  { paths, root, filters }: { paths: readonly string[]; root: string; filters: Filters }
): Promise<Scope> {
  const resources = paths.map((path) => registry.get(path))
  const owners = await readOwners(client)
  const top = registry.get(root)
  const scope: Scope = {
    lists: new Map([[top, filters]]),
    contained: new Map(),
    followed: [],
    linked: new Set(),
  }
  const found = new Map<Resource, Path>([[top, []]])
  for (const [parent, path] of found)
    for (const resource of resources) {
      if (found.has(resource)) continue
      const below = relate(resource, parent, registry, owners)
      if (!below) continue
      const next = below.kind === 'filter' && path ? [below.filter, ...path] : undefined
      found.set(resource, next)
      if (below.kind === 'contained') {
        scope.contained.set(resource, { parent, name: below.name })
        continue
      }
      const own = next && prefixed(next, filters)
      if (own) scope.lists.set(resource, own)
      else if (below.kind === 'link') scope.followed.push({ parent, resource, by: below })
      else scope.followed.push({ parent, resource, by: { filter: below.filter.name } })
    }
  for (const resource of found.keys())
    addLinked(resource, { registry, resources, found, linked: scope.linked })
  return scope
}

/** Adds the resources that records of a resource refer to, and those that these refer to. */
function addLinked(
  resource: Resource,
  given: {
    registry: ResourceRegistry
    resources: readonly Resource[]
    found: ReadonlyMap<Resource, unknown>
    linked: Set<Resource>
  }
): void {
  const { registry, resources, found, linked } = given
  const { columns, rows } = describeStorage(resource, registry)
  const listColumns = ({ columns: own, rows: inner }: StoredRows): StoredColumn[] => [
    ...own,
    ...inner.flatMap(listColumns),
  ]
  for (const { refersTo } of [...columns, ...rows.flatMap(listColumns)]) {
    if (!refersTo || found.has(refersTo) || linked.has(refersTo)) continue
    if (!resources.includes(refersTo)) continue
    linked.add(refersTo)
    addLinked(refersTo, given)
  }
}

/** Filters from a resource to the top one; undefined if one is missing. */
type Path = readonly Filter[] | undefined

/** Filters of a list, by the records that it belongs to; undefined if it can't be filtered so. */
function prefixed(path: readonly Filter[], filters: Filters): Filters | undefined {
  const only = filters.length === 1 && filters[0]![0] === KEY ? filters[0] : undefined
  const names = path.map(({ name }) => name)
  const isRelated = (some: readonly Filter[]) => some.every(({ kind }) => kind === 'related')
  if (only) return isRelated(path.slice(0, -1)) ? [[names.join('__'), only[1]]] : undefined
  if (!isRelated(path)) return undefined
  const prefix = names.join('__')
  if (filters.some(([name]) => names.length + name.split('__').length - 1 > MAX_DEPTH))
    throw new CommandRefusal(
      `the filter crosses too many relations for the records below: ${prefix}__${filters[0]![0]}`
    )
  return filters.map(([name, value]) => [`${prefix}__${name}`, value])
}

type Relation =
  | { kind: 'contained'; name: string }
  | { kind: 'filter'; filter: Filter }
  | { kind: 'link'; field: string }

/** How records of a resource are found below those of another one. */
function relate(
  resource: Resource,
  parent: Resource,
  registry: ResourceRegistry,
  owners: ReadonlySet<string>
): Relation | undefined {
  const inner = containedIn(parent, registry).find((one) => one.resource === resource)
  if (inner) return { kind: 'contained', name: inner.name }
  const { columns, rows } = describeStorage(resource, registry)
  const isOwner = (table: string, column: string) => owners.has(`${table}.${column}`)
  const column = columns.find(
    (one) => one.refersTo === parent && isOwner(resource.table, one.column)
  )?.column
  const tables = rows
    .filter(({ isJoin }) => !isJoin)
    .filter((part) =>
      part.columns.some((one) => one.refersTo === parent && isOwner(part.table, one.column))
    )
    .map(({ table }) => table)
  if (column === undefined && !tables.length) return undefined
  const filters = [...resource.filters.values()].filter(({ alias }) => alias === undefined)
  const filter = filters.find((one) => {
    const { via } = one.relation ?? {}
    if (via && 'table' in via) return one.relation!.target === parent && tables.includes(via.table)
    return column !== undefined && one.column === column && /^(key|related)$/.test(one.kind)
  })
  if (filter && !resource.joinFiltersOnly) return { kind: 'filter', filter }
  const link = [...parent.fields].find(
    ([, field]) => field.kind === 'backlink' && field.resource === resource.path
  )
  return link && { kind: 'link', field: link[0] }
}

/** Columns whose records are deleted with the record in the column. */
async function readOwners(client: Pick<pg.ClientBase, 'query'>): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT t.relname || '.' || a.attname AS name FROM pg_constraint c
     JOIN pg_class t ON t.oid = c.conrelid
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
     WHERE c.contype = 'f' AND c.confdeltype = 'c' AND t.relnamespace = current_schema()::regnamespace`
  )
  return new Set(rows.map(({ name }) => name))
}
