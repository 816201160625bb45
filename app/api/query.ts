/** Compiles the SQL statements of lists, records, and counts. */
import { NamedStatement } from '#app/database/named_statement'
import { ident } from '#app/support/sql_text'
import type { FilterTree } from './filters/parse.js'
import { compileFilterConditions } from './filters/compile.js'
import type { Ordering } from './ordering.js'
import type { Cursor } from './pagination/cursor.js'
import { Recent } from '#app/support/recent'
import type { ResourceRegistry } from './registry.js'
import type { Resource } from './resource.js'
import { recordSql, type Answered, type NestedFilters } from './select/field_sql.js'
import { Statement } from './statement.js'
import {
  type Shape,
  TABLE,
  orderBy,
  visible,
  listed,
  where,
  bindShape,
  bindAnswered,
  buildBaseCondition,
  buildCursorCondition,
} from './query_parts.js'

export interface Compiled {
  statement: NamedStatement
  values: unknown[]
}

export interface ListQuery extends Shape {
  ordering: Ordering
  cursor?: Cursor
  limit: number
  offset?: number
  /** Only records that belong to the viewer, even if the list includes shared records. */
  ownOnly?: boolean
}

/** Columns of list statements. */
export const ROW = { document: 0, key: 1, position: 2 } as const

const compilers = new WeakMap<ResourceRegistry, QueryCompiler>()

/** The compiler of a registry, which is shared so that prepared statements are reused. */
export function getQueryCompiler(registry: ResourceRegistry): QueryCompiler {
  const known = compilers.get(registry) ?? new QueryCompiler(registry)
  compilers.set(registry, known)
  return known
}

export class QueryCompiler {
  readonly #statements = new Recent<NamedStatement>(500)

  constructor(readonly registry: ResourceRegistry) {}

  /**
   * A page of a list: the JSON text of each row, its key, and, with a cursor, its position.
   * Rows are limited before their JSON is built.
   */
  list(resource: Resource, query: ListQuery): Compiled {
    const values = new Statement(query.viewer)
    const nestedFilters = bindShape(values, resource, query)
    const conditions = [
      ...visible(resource),
      ...(query.ownOnly && resource.ownership
        ? [resource.ownership.own(TABLE, values)]
        : listed(resource, values)),
      ...compileFilterConditions(query.filters, TABLE, values),
    ]
    if (query.cursor)
      conditions.push(buildCursorCondition(resource, query.ordering, query.cursor, values))

    const order = orderBy(query.ordering, query.cursor?.backwards ?? false)
    // Inlined: with parameters, PostgreSQL assumes a tenth of the table and never caches the plan.
    const window = `LIMIT ${query.limit}${query.offset ? ` OFFSET ${query.offset}` : ''}`
    const page =
      `SELECT * FROM ${ident(resource.table)} ${TABLE}${where(conditions)}` +
      ` ORDER BY ${order} ${window}`

    return this.#compiled(
      values,
      ['list', resource.path, query.suffix, query.selection.key, page, ...nestedFilters.values()],
      () => {
        const document = this.#document(resource, query, nestedFilters)
        const { cursor } = query.ordering
        const position = cursor ? `, ${TABLE}.${ident(cursor.column)}::text` : ''
        const key = `${TABLE}.${ident(resource.key.column)}::text`
        return `SELECT ${document}::text, ${key}${position} FROM (${page}) ${TABLE}${where(buildBaseCondition(document))}`
      }
    )
  }

  /** The JSON text of one record. Filters apply to it, too. */
  detail(resource: Resource, key: string, query: Shape): Compiled {
    const values = new Statement(query.viewer)
    const nestedFilters = bindShape(values, resource, query)
    const answered = bindAnswered(values, resource, query)
    const type = resource.key.type === 'string' ? 'text' : 'bigint'
    const conditions = [
      `${TABLE}.${ident(resource.key.column)} = ${values.bind(key, type)}`,
      ...visible(resource),
      ...(resource.ownership ? [resource.ownership.readable(TABLE, values)] : []),
      ...compileFilterConditions(query.filters, TABLE, values),
    ]
    const parts = [
      'detail',
      resource.path,
      query.suffix,
      query.selection.key,
      where(conditions),
      ...nestedFilters.values(),
      ...answered.keys(),
    ]
    return this.#compiled(values, parts, () => {
      const document = this.#document(resource, query, nestedFilters, answered)
      const rows = where([...conditions, ...buildBaseCondition(document)])
      return `SELECT ${document}::text FROM ${ident(resource.table)} ${TABLE}${rows}`
    })
  }

  /** The JSON text and key of each existing record with one of the keys, in any order. */
  byKeys(resource: Resource, keys: readonly string[], query: Shape): Compiled {
    const values = new Statement(query.viewer)
    const nestedFilters = bindShape(values, resource, query)
    const type = resource.key.type === 'string' ? 'text' : 'bigint'
    const key = `${TABLE}.${ident(resource.key.column)}`
    const conditions = [
      // A subquery instead of a list value: the plan for unknown keys is equally good and can be
      // cached.
      `${key} = ANY(ARRAY(SELECT unnest(${values.bind(keys, `${type}[]`)})))`,
      ...visible(resource),
      ...(resource.ownership ? [resource.ownership.readable(TABLE, values)] : []),
    ]
    const parts = ['keys', resource.path, query.suffix, query.selection.key, where(conditions)]
    return this.#compiled(values, parts, () => {
      const document = this.#document(resource, query, nestedFilters)
      const rows = where([...conditions, ...buildBaseCondition(document)])
      return `SELECT ${document}::text, ${key}::text FROM ${ident(resource.table)} ${TABLE}${rows}`
    })
  }

  /**
   * The number of rows that match the filters.
   *
   * @param most maximum number to count
   */
  count(resource: Resource, filters: FilterTree, viewer?: number, most?: number): Compiled {
    const values = new Statement(viewer)
    const conditions = [
      ...visible(resource),
      ...listed(resource, values),
      ...compileFilterConditions(filters, TABLE, values),
    ]
    const rows = `FROM ${ident(resource.table)} ${TABLE}${where(conditions)}`
    if (most === undefined)
      return this.#compiled(values, ['count', rows], () => `SELECT count(*)::text ${rows}`)
    const counted = `SELECT count(*)::text FROM (SELECT 1 ${rows} LIMIT ${most}) counted`
    return this.#compiled(values, ['count', counted], () => counted)
  }

  /** Creates a statement from its parts, or returns the cached one. */
  #compiled(
    { values, plannedByValues }: Statement,
    parts: string[],
    build: () => string
  ): Compiled {
    const statement = this.#statements.get(
      parts.join('\n'),
      () => new NamedStatement(build(), !plannedByValues)
    )
    return { statement, values }
  }

  #document(
    resource: Resource,
    { selection, suffix }: Shape,
    nestedFilters: NestedFilters,
    answered: Answered = new Map()
  ): string {
    return recordSql(resource, TABLE, selection, {
      registry: this.registry,
      suffix,
      nestedFilters,
      answered,
      depth: 0,
    })
  }
}
