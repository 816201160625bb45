/** List statements, compiled as for a request, and cursors into tables filled by `fillTables`. */
import type { Compiled, QueryCompiler } from '#api/query'
import { parseFilters } from '#api/filters/parse'
import { parseOrdering } from '#api/ordering'
import { encodeCursor, decodeCursor } from '#api/pagination/cursor'
import type { Resource } from '#api/resource'
import { Selection } from '#api/select/selection'

/** The statement of a list with these parameters. */
export function listStatement(
  compiler: QueryCompiler,
  resource: Resource,
  { order_by: order, cursor, ...filters }: Record<string, string>,
  selection = Selection.everything
): Compiled {
  const ordering = parseOrdering(resource, order, 'v4')
  return compiler.list(resource, {
    base: 'http://localhost/api/rest/v4/',
    suffix: '/',
    selection,
    filters: parseFilters(
      resource,
      new Map(Object.entries(filters).map(([name, value]) => [name, [value]]))
    ).tree,
    ordering,
    cursor: cursor ? decodeCursor(resource, ordering.cursor!, cursor) : undefined,
    limit: 21,
  })
}

/** A cursor to about the middle of a table. */
export function buildMiddleCursor(resource: Resource, order: string): string {
  const { cursor } = parseOrdering(resource, order, 'v4')
  const key = resource.key.type === 'string' ? 'k5000' : '5000'
  const position = cursor!.name === 'id' ? key : '2015-06-01 00:00:00+00'
  return encodeCursor(cursor!, { backwards: false, position, key })
}
