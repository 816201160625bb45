/**
 * The statements behind lists, details and counts.
 */
import { ident } from './columns.js'
import type { FilterTree } from './filters/parse.js'
import { conditionsOf } from './filters/compile.js'
import type { Ordering } from './ordering.js'
import type { Cursor } from './pagination/cursor.js'
import type { ResourceRegistry } from './registry.js'
import type { Resource } from './resource.js'
import type { ValueField } from './fields.js'
import { BASE, recordSql } from './select/field_sql.js'
import type { Selection } from './select/selection.js'
import { Statement } from './statement.js'

export interface Compiled {
  text: string
  values: unknown[]
}

interface Shape {
  /** Absolute address of the version, with a slash at the end. */
  base: string
  suffix: string
  selection: Selection
}

export interface ListQuery extends Shape {
  filters: FilterTree
  ordering: Ordering
  cursor?: Cursor
  limit: number
  offset?: number
}

/** Columns of a list statement's rows. */
export const ROW = { document: 0, key: 1, position: 2 } as const

const TABLE = 't'

export class QueryCompiler {
  /** SQL of a resource's JSON object, by selection; hostile ones must not fill the memory. */
  readonly #documents = new Map<string, string>()

  constructor(readonly registry: ResourceRegistry) {}

  /**
   * One page of a list: the JSON text of each row, its key and, for cursor
   * lists, its position. The page is cut before the JSON is built.
   */
  list(resource: Resource, query: ListQuery): Compiled {
    const statement = new Statement()
    statement.bind(query.base)
    const conditions = [...visible(resource), ...conditionsOf(query.filters, TABLE, statement)]
    const backwards = query.cursor?.backwards ?? false

    if (query.cursor) conditions.push(behind(resource, query.ordering, query.cursor, statement))
    const order = query.ordering.columns
      .map(
        ({ column, descending }) =>
          `${TABLE}.${ident(column)} ${descending === backwards ? 'ASC' : 'DESC'}`
      )
      .join(', ')
    const position = query.ordering.cursor
      ? `, ${TABLE}.${ident(query.ordering.cursor.column)}::text`
      : ''
    const document = this.#document(resource, query)
    // Written out: with them as values PostgreSQL expects a tenth of the table and never keeps the plan.
    const offset = query.offset ? ` OFFSET ${query.offset}` : ''

    return {
      text:
        `SELECT ${document}::text, ${TABLE}.${ident(resource.key.column)}::text${position} FROM (` +
        `SELECT * FROM ${ident(resource.table)} ${TABLE}${where(conditions)} ORDER BY ${order} ` +
        `LIMIT ${query.limit}${offset}) ${TABLE}${anchor(document)}`,
      values: statement.values,
    }
  }

  /** The JSON text of one record. Filters hold for it, too. */
  detail(
    resource: Resource,
    key: string,
    { filters, ...shape }: Shape & { filters: FilterTree }
  ): Compiled {
    const statement = new Statement()
    statement.bind(shape.base)
    const type = resource.key.type === 'string' ? 'text' : 'bigint'
    const conditions = [
      `${TABLE}.${ident(resource.key.column)} = ${statement.bind(key, type)}`,
      ...visible(resource),
      ...conditionsOf(filters, TABLE, statement),
    ]
    const document = this.#document(resource, shape)
    return {
      text: `SELECT ${document}::text FROM ${ident(resource.table)} ${TABLE}${where([...conditions, ...anchored(document)])}`,
      values: statement.values,
    }
  }

  /** The number of rows that pass the filters. */
  count(resource: Resource, filters: FilterTree): Compiled {
    const statement = new Statement()
    const conditions = [...visible(resource), ...conditionsOf(filters, TABLE, statement)]
    return {
      text: `SELECT count(*)::text FROM ${ident(resource.table)} ${TABLE}${where(conditions)}`,
      values: statement.values,
    }
  }

  #document(resource: Resource, { selection, suffix }: Shape): string {
    const build = () =>
      recordSql(resource, TABLE, selection, { registry: this.registry, suffix, depth: 0 })
    if (!selection.isEverything) return build()

    const known = this.#documents.get(resource.path + suffix)
    if (known) return known
    const document = build()
    this.#documents.set(resource.path + suffix, document)
    return document
  }
}

function visible(resource: Resource): string[] {
  return resource.visible ? [`(${resource.visible})`] : []
}

function where(conditions: string[]): string {
  return conditions.length ? ` WHERE ${conditions.join(' AND ')}` : ''
}

/** PostgreSQL refuses a value nothing refers to; a document without links refers to no base. */
function anchored(document: string): string[] {
  return document.includes(BASE) ? [] : [`${BASE} IS NOT NULL`]
}

function anchor(document: string): string {
  return where(anchored(document))
}

/** Rows beyond a cursor, in its direction: a comparison of (column, key) that an index serves. */
function behind(
  resource: Resource,
  { columns, cursor }: Ordering,
  at: Cursor,
  statement: Statement
): string {
  const operator = cursor!.descending === at.backwards ? '>' : '<'
  const keyType = resource.key.type === 'string' ? 'text' : 'bigint'
  if (columns.length === 1) {
    return `${TABLE}.${ident(cursor!.column)} ${operator} ${statement.bind(at.key, keyType)}`
  }
  const { type } = resource.fields.get(cursor!.name) as ValueField
  const columnType = type === 'datetime' ? 'timestamptz' : keyType
  return (
    `(${columns.map(({ column }) => `${TABLE}.${ident(column)}`).join(', ')}) ${operator} ` +
    `(${statement.bind(at.position, columnType)}, ${statement.bind(at.key, keyType)})`
  )
}
