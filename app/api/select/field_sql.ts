/**
 * SQL for the fields of an answer. The database writes the JSON text; Node
 * only puts the rows into their envelope.
 */
import { fieldColumn, ident, literal } from '../columns.js'
import type { Field, LinkField, LinksField, RowsField, ValueField } from '../fields.js'
import type { ResourceRegistry } from '../registry.js'
import type { Resource } from '../resource.js'
import type { Selection } from './selection.js'

/** Placeholder of the address all links start with: always the first value. */
export const BASE = '$1::text'

export interface SelectContext {
  registry: ResourceRegistry
  /** What ends a link: `/`, or `.json` when the request used such a suffix. */
  suffix: string
  /** Nesting depth, to name aliases apart. */
  depth: number
}

/**
 * An expression for the JSON object of one row.
 *
 * @param alias how the statement calls the resource's table
 */
export function recordSql(
  resource: Resource,
  alias: string,
  selection: Selection,
  context: SelectContext
): string {
  const columns: string[] = []
  for (const [name, field] of resource.fields) {
    if (field.writeOnly || !selection.has(name)) continue
    columns.push(
      `${fieldSql(resource, name, field, alias, selection.inside(name), context)} AS ${ident(name)}`
    )
  }
  return objectSql(columns)
}

/** `json_build_object` takes 50 pairs; a row of a subselect takes any number. */
function objectSql(columns: string[]): string {
  if (columns.length === 0) return `'{}'::json`
  return `(SELECT row_to_json(o) FROM (SELECT ${columns.join(', ')}) o)`
}

function fieldSql(
  resource: Resource,
  name: string,
  field: Field,
  alias: string,
  selection: Selection,
  context: SelectContext
): string {
  switch (field.kind) {
    case 'value':
      return valueSql(`${alias}.${ident(fieldColumn(name, field))}`, field)
    case 'self':
      return urlSql(resource, `${alias}.${ident(resource.key.column)}`, context)
    case 'template':
      return templateSql(resource, field.template, alias, context)
    case 'key':
      return `${alias}.${ident(fieldColumn(field.link, resource.fields.get(field.link) as LinkField))}`
    case 'link':
      return urlSql(
        context.registry.get(field.resource),
        `${alias}.${ident(fieldColumn(name, field))}`,
        context
      )
    case 'links':
      return linksSql(field, `${alias}.${ident(resource.key.column)}`, context)
    case 'record': {
      const target = context.registry.get(field.resource)
      const inner = `n${context.depth + 1}`
      const record = recordSql(target, inner, selection, { ...context, depth: context.depth + 1 })
      return `(SELECT ${record} FROM ${ident(target.table)} ${inner} WHERE ${inner}.${ident(target.key.column)} = ${alias}.${ident(fieldColumn(name, field))})`
    }
    case 'rows':
      return rowsSql(field, `${alias}.${ident(resource.key.column)}`, selection, context)
    case 'slot':
      return field.shape === 'links' ? `'[]'::json` : `NULL::json`
  }
}

/** A column as JSON: datetimes in UTC with six digits, blank texts as such. */
function valueSql(column: string, field: ValueField): string {
  if (field.type === 'datetime') {
    return field.storedAsDate
      ? `to_char(${column}, 'YYYY-MM-DD"T00:00:00.000000+00:00"')`
      : `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`
  }
  if (field.nullAsBlank) return `coalesce(${column}, '')`
  return column
}

function urlSql(target: Resource, key: string, { suffix }: SelectContext): string {
  return `${BASE} || ${literal(`${target.path}/`)} || ${key} || ${literal(suffix)}`
}

function linksSql(
  { resource, via, order }: LinksField,
  key: string,
  context: SelectContext
): string {
  const target = context.registry.get(resource)
  const row = `n${context.depth + 1}`
  const [table, owner, other] =
    'column' in via ? [target.table, via.column, target.key.column] : [via.table, via.from, via.to]
  const id = `${row}.${ident(other)}`
  const first = order ? `${row}.${ident(order)}, ` : ''
  return listSql(
    `${urlSql(target, id, context)} ORDER BY ${first}${id}`,
    `${ident(table)} ${row} WHERE ${row}.${ident(owner)} = ${key}`
  )
}

function rowsSql(
  field: RowsField,
  key: string,
  selection: Selection,
  context: SelectContext
): string {
  const row = `n${context.depth + 1}`
  const columns = Object.entries(field.fields)
    .filter(([name]) => selection.has(name))
    .map(
      ([name, inner]) =>
        `${valueSql(`${row}.${ident(fieldColumn(name, inner))}`, inner)} AS ${ident(name)}`
    )
  return listSql(
    `${objectSql(columns)} ORDER BY ${row}.${ident(field.order)}`,
    `${ident(field.table)} ${row} WHERE ${row}.${ident(field.column)} = ${key}`
  )
}

function listSql(item: string, from: string): string {
  return `(SELECT coalesce(json_agg(${item}), '[]'::json) FROM ${from})`
}

/** `/docket/{id}/{slug}/` as a concatenation of columns; `{cluster.slug}` is one of the linked record. */
function templateSql(
  resource: Resource,
  template: string,
  alias: string,
  context: SelectContext
): string {
  const column = (part: string) => {
    const [link, inner] = part.split('.')
    if (!inner) return `${alias}.${ident(part)}`
    const field = resource.fields.get(link!) as LinkField
    const target = context.registry.get(field.resource)
    const row = `n${context.depth + 1}`
    return `(SELECT ${row}.${ident(inner)} FROM ${ident(target.table)} ${row} WHERE ${row}.${ident(target.key.column)} = ${alias}.${ident(fieldColumn(link!, field))})`
  }
  return template
    .split(/\{([\w.]+)\}/)
    .map((part, index) => (index % 2 ? `coalesce(${column(part)}::text, '')` : literal(part)))
    .filter((part) => part !== `''`)
    .join(' || ')
}
