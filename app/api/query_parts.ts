/** Parts of compiled statements: conditions, orderings, and their bound values. */
import { ident } from '#app/support/sql_text'
import type { FilterTree } from './filters/parse.js'
import { compileNestedFilterConditions } from './filters/compile.js'
import type { Ordering } from './ordering.js'
import type { Cursor } from './pagination/cursor.js'
import type { Resource } from './resource.js'
import { BASE, NESTED_ROW, type Answered, type NestedFilters } from './select/field_sql.js'
import type { Selection } from './select/selection.js'
import { type Statement } from './statement.js'
import type { AnsweredValues } from './writes/hooks.js'
import type { ValueField } from './field_definitions.js'

export interface Shape {
  /**
   * ID of the viewer's account; undefined for anonymous requests. Determines access to
   * records that belong to accounts.
   */
  viewer?: number
  /** Values of fields that only write responses contain. */
  answered?: AnsweredValues
  /** Absolute URL of the version, with a trailing slash. */
  base: string
  suffix: string
  selection: Selection
  filters: FilterTree
}

export const TABLE = 't'

export function orderBy({ columns }: Ordering, backwards: boolean): string {
  return columns
    .map(
      ({ column, sql, descending }) =>
        `${sql ? sql(TABLE) : `${TABLE}.${ident(column)}`} ${descending === backwards ? 'ASC' : 'DESC'}`
    )
    .join(', ')
}

export function visible(resource: Resource): string[] {
  return resource.visible ? [`(${resource.visible})`] : []
}

export function listed({ ownership }: Resource, statement: Statement): string[] {
  return ownership ? [ownership.listed(TABLE, statement)] : []
}

export function where(conditions: string[]): string {
  return conditions.length ? ` WHERE ${conditions.join(' AND ')}` : ''
}

/**
 * Binds the values that a document refers to: the base URL first, then the filters of nested
 * rows.
 */
export function bindShape(
  values: Statement,
  resource: Resource,
  { base, filters, selection }: Shape
): NestedFilters {
  values.bind(base)
  const nestedFilters: NestedFilters = new Map()
  if (!filters.nested) return nestedFilters
  for (const [name, field] of resource.fields) {
    // PostgreSQL rejects values to which no expression refers.
    if (field.kind !== 'rows' || !field.scopedBy || !selection.has(name)) continue
    const conditions = compileNestedFilterConditions(filters, field.scopedBy, NESTED_ROW, values)
    if (conditions.length) nestedFilters.set(name, conditions.join(' AND '))
  }
  return nestedFilters
}

/** Binds the values of fields that only write responses contain. */
export function bindAnswered(
  values: Statement,
  resource: Resource,
  { answered = {}, selection }: Shape
): Answered {
  const bound: Answered = new Map()
  for (const [name, value] of Object.entries(answered)) {
    if (resource.fields.get(name)?.kind !== 'responseOnly')
      throw new Error(`"${resource.path}.${name}" isn't a field of write responses`)
    if (selection.has(name)) bound.set(name, values.bind(JSON.stringify(value), 'json'))
  }
  return bound
}

/** PostgreSQL rejects unused values, and a document without links doesn't use the base URL. */
export function buildBaseCondition(document: string): string[] {
  return document.includes(BASE) ? [] : [`${BASE} IS NOT NULL`]
}

/** Rows after a cursor, in its direction: a comparison of (column, key) that an index can serve. */
export function buildCursorCondition(
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
