/**
 * The statements of lists, details and counts.
 */
import { NamedStatement } from '#app/database/named_statement'
import { ident } from '#app/support/sql_text'
import type { FilterTree } from './filters/parse.js'
import { conditionsOf } from './filters/compile.js'
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
  anchor,
  behind,
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
  /** Only what belongs to the viewer, also where lists have what others share. */
  ownOnly?: boolean
}

/** Columns of a list statement's rows. */
export const ROW = { document: 0, key: 1, position: 2 } as const

const compilers = new WeakMap<ResourceRegistry, QueryCompiler>()

/** The compiler of these resources: all who share it run the same prepared statements. */
export function compilerOf(registry: ResourceRegistry): QueryCompiler {
  const known = compilers.get(registry) ?? new QueryCompiler(registry)
  compilers.set(registry, known)
  return known
}

export class QueryCompiler {
  readonly #statements = new Recent<NamedStatement>(500)

  constructor(readonly registry: ResourceRegistry) {}

  /**
   * One page of a list: the JSON text of each row, its key and, for cursor
   * lists, its position. The page is cut before the JSON is built.
   */
  list(resource: Resource, query: ListQuery): Compiled {
    const values = new Statement(query.viewer)
    const nestedFilters = bindShape(values, resource, query)
    const conditions = [
      ...visible(resource),
      ...(query.ownOnly && resource.ownership
        ? [resource.ownership.own(TABLE, values)]
        : listed(resource, values)),
      ...conditionsOf(query.filters, TABLE, values),
    ]
    if (query.cursor) conditions.push(behind(resource, query.ordering, query.cursor, values))

    const order = orderBy(query.ordering, query.cursor?.backwards ?? false)
    // Written out: with them as values PostgreSQL expects a tenth of the table and never keeps the plan.
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
        return `SELECT ${document}::text, ${key}${position} FROM (${page}) ${TABLE}${where(anchor(document))}`
      }
    )
  }

  /** The JSON text of one record. Filters hold for it, too. */
  detail(resource: Resource, key: string, query: Shape): Compiled {
    const values = new Statement(query.viewer)
    const nestedFilters = bindShape(values, resource, query)
    const answered = bindAnswered(values, resource, query)
    const type = resource.key.type === 'string' ? 'text' : 'bigint'
    const conditions = [
      `${TABLE}.${ident(resource.key.column)} = ${values.bind(key, type)}`,
      ...visible(resource),
      ...(resource.ownership ? [resource.ownership.readable(TABLE, values)] : []),
      ...conditionsOf(query.filters, TABLE, values),
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
      const rows = where([...conditions, ...anchor(document)])
      return `SELECT ${document}::text FROM ${ident(resource.table)} ${TABLE}${rows}`
    })
  }

  /** The JSON text and the key of each of these records that exists, in any order. */
  byKeys(resource: Resource, keys: readonly string[], query: Shape): Compiled {
    const values = new Statement(query.viewer)
    const nestedFilters = bindShape(values, resource, query)
    const type = resource.key.type === 'string' ? 'text' : 'bigint'
    const key = `${TABLE}.${ident(resource.key.column)}`
    const conditions = [
      // A list that is no value: the plan for any keys is as good as one for these, and is kept.
      `${key} = ANY(ARRAY(SELECT unnest(${values.bind(keys, `${type}[]`)})))`,
      ...visible(resource),
      ...(resource.ownership ? [resource.ownership.readable(TABLE, values)] : []),
    ]
    const parts = ['keys', resource.path, query.suffix, query.selection.key, where(conditions)]
    return this.#compiled(values, parts, () => {
      const document = this.#document(resource, query, nestedFilters)
      const rows = where([...conditions, ...anchor(document)])
      return `SELECT ${document}::text, ${key}::text FROM ${ident(resource.table)} ${TABLE}${rows}`
    })
  }

  /**
   * The number of rows that pass the filters.
   *
   * @param most counts no further
   */
  count(resource: Resource, filters: FilterTree, viewer?: number, most?: number): Compiled {
    const values = new Statement(viewer)
    const conditions = [
      ...visible(resource),
      ...listed(resource, values),
      ...conditionsOf(filters, TABLE, values),
    ]
    const rows = `FROM ${ident(resource.table)} ${TABLE}${where(conditions)}`
    if (most === undefined)
      return this.#compiled(values, ['count', rows], () => `SELECT count(*)::text ${rows}`)
    const counted = `SELECT count(*)::text FROM (SELECT 1 ${rows} LIMIT ${most}) counted`
    return this.#compiled(values, ['count', counted], () => counted)
  }

  /** The statement of these parts, built once. */
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
