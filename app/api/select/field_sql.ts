/** SQL for the fields of a response. The database creates the JSON text of each row. */
import { ident, literal } from '#app/support/sql_text'
import { fieldColumn, segmentSql } from '../columns.js'
import type { ResourceRegistry } from '../registry.js'
import type { Resource } from '../resource.js'
import { getNestedExpansion, Selection } from './selection.js'
import type {
  Field,
  LinkField,
  LinksField,
  RecordField,
  RecordsField,
  RowsField,
  ValueField,
  ValuesField,
} from '../field_definitions.js'

/** Placeholder of the base URL of all links: always the first value. */
export const BASE = '$1::text'
/** Alias of rows nested directly in records. */
export const NESTED_ROW = 'n1'

/** Conditions on rows nested directly in a record, by field. */
export type NestedFilters = Map<string, string>

/** Placeholders of values that only write responses contain, by field. */
export type Answered = Map<string, string>

export interface SelectContext {
  registry: ResourceRegistry
  /** End of a link: `/`, or `.json` if the request has this suffix. */
  suffix: string
  nestedFilters: NestedFilters
  answered?: Answered
  /** Nesting depth, for unique aliases. */
  depth: number
}

/**
 * An expression for the JSON object of a row.
 *
 * @param alias alias of the resource's table
 */
export function recordSql(
  resource: Pick<Resource, 'fields' | 'key' | 'path'>,
  alias: string,
  selection: Selection,
  context: SelectContext
): string {
  const columns: string[] = []
  for (const [name, field] of resource.fields) {
    if (field.writeOnly || !selection.has(name)) continue
    if (field.include && !selection.included.has(field.include)) continue
    if (field.kind === 'responseOnly' && !(context.depth === 0 && context.answered?.has(name)))
      continue
    const expansion = getNestedExpansion(name, field, selection.expanded)
    const inside = selection.inside(name, expansion)
    columns.push(
      `${fieldSql(resource, name, field, alias, inside, context, !!expansion)} AS ${ident(name)}`
    )
  }
  return objectSql(columns)
}

/**
 * An expression for a field of a row, for statements outside the resource engine.
 *
 * @param path path of the resource
 * @param alias alias of the resource's table
 * @throws Error if the field depends on the URL of the request
 */
export function shownSql(
  registry: ResourceRegistry,
  path: string,
  name: string,
  alias: string
): string {
  const resource = registry.get(path)
  const field = resource.fields.get(name)
  if (!field) throw new Error(`resource "${path}" has no field "${name}"`)
  const context = { registry, suffix: '', nestedFilters: new Map(), depth: 0, answered: new Map() }
  const sql = fieldSql(resource, name, field, alias, Selection.everything, context)
  if (sql.includes(BASE)) throw new Error(`field "${name}" of "${path}" is a link`)
  return sql
}

/** `json_build_object` accepts 50 pairs; a row of a subquery has no such limit. */
function objectSql(columns: string[]): string {
  if (columns.length === 0) return `'{}'::json`
  return `(SELECT row_to_json(o) FROM (SELECT ${columns.join(', ')}) o)`
}

/** The owner of a field: a resource, or rows nested in one. */
type Owner = Pick<Resource, 'fields'> & { key: { column: string }; path?: string }

function fieldSql(
  owner: Owner,
  name: string,
  field: Field,
  alias: string,
  selection: Selection,
  context: SelectContext,
  expanded = false
): string {
  const key = `${alias}.${ident(owner.key.column)}`
  switch (field.kind) {
    case 'value':
      return field.credential && !selection.credentials
        ? `''::text`
        : valueSql(alias, name, field, context)
    case 'self':
      return urlSql(owner.path!, key, context)
    case 'template':
      return typeof field.template === 'string'
        ? templateSql(owner, field.template, alias, context)
        : field.template(alias)
    case 'key':
      return `${alias}.${ident(fieldColumn(field.link, owner.fields.get(field.link)!))}`
    case 'link': {
      if (expanded) return relatedSql(name, field, alias, selection, context)
      const target = `${alias}.${ident(fieldColumn(name, field))}`
      return field.as === 'key' ? target : urlSql(field.resource, target, context)
    }
    case 'links':
      return linksSql(field, key, context)
    case 'backlink': {
      const { table, key: target } = context.registry.get(field.resource)
      const inner = `n${context.depth + 1}`
      return `(SELECT ${urlSql(field.resource, `${inner}.${ident(target.column)}`, context)} FROM ${ident(table)} ${inner} WHERE ${inner}.${ident(field.via.column)} = ${key})`
    }
    case 'record':
      return relatedSql(name, field, alias, selection, context)
    case 'records':
      return recordsSql(field, key, selection, context)
    case 'values':
      return valuesSql(field, key, context)
    case 'rows':
      return rowsSql(name, field, key, selection, context)
    case 'responseOnly':
      return context.answered!.get(name)!
    case 'slot':
      return field.shape === 'links' ? `'[]'::json` : `NULL::json`
  }
}

/** The full record referenced by a column. */
function relatedSql(
  name: string,
  field: LinkField | RecordField,
  alias: string,
  selection: Selection,
  context: SelectContext
): string {
  const target = context.registry.get(field.resource)
  const inner = `n${context.depth + 1}`
  const record = recordSql(target, inner, selection, { ...context, depth: context.depth + 1 })
  return `(SELECT ${record} FROM ${ident(target.table)} ${inner} WHERE ${inner}.${ident(target.key.column)} = ${alias}.${ident(fieldColumn(name, field))})`
}

/**
 * A column as JSON: datetimes in UTC with six decimal digits, and an empty string for text
 * that is missing or may not be shown.
 */
function valueSql(
  alias: string,
  name: string,
  field: ValueField,
  { registry }: SelectContext
): string {
  const column = field.sql?.(alias) ?? `${alias}.${ident(fieldColumn(name, field))}`
  if (field.type === 'datetime') {
    return field.storedAsDate
      ? `to_char(${column}, 'YYYY-MM-DD"T00:00:00.000000+00:00"')`
      : `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`
  }
  if (field.format === 'storage-url')
    return `left(${BASE}, -${registry.root.length + VERSION_LENGTH}) || '/storage/' || replace(${segmentSql(`nullif(${column}, '')`)}, '%2F', '/')`
  if (field.servedIf && !field.format)
    return `CASE WHEN ${field.servedIf(alias)} THEN ${column} ELSE '' END`
  if (field.nullAsBlank) return `coalesce(${column}, '')`
  return column
}

/** Number of characters between the root and the path of a resource, in any version. */
const VERSION_LENGTH = 'v4/'.length

function urlSql(path: string, key: string, { suffix }: SelectContext): string {
  return `${BASE} || ${literal(`${path}/`)} || ${key} || ${literal(suffix)}`
}

function linksSql(
  { resource, via, order, as }: LinksField,
  key: string,
  context: SelectContext
): string {
  const target = context.registry.get(resource)
  const row = `n${context.depth + 1}`
  const [table, owner, other] =
    'column' in via ? [target.table, via.column, target.key.column] : [via.table, via.from, via.to]
  const id = `${row}.${ident(other)}`
  const first = (order ?? []).map((column) => `${row}.${ident(column)}, `).join('')
  return listSql(
    `${as === 'key' ? id : urlSql(resource, id, context)} ORDER BY ${first}${id}`,
    `${ident(table)} ${row} WHERE ${row}.${ident(owner)} = ${key}`
  )
}

function recordsSql(
  { resource, via, order }: RecordsField,
  key: string,
  selection: Selection,
  context: SelectContext
): string {
  const target = context.registry.get(resource)
  const row = `n${context.depth + 1}`
  const record = recordSql(target, row, selection, { ...context, depth: context.depth + 1 })
  const columns = [...order, target.key.column].map((column) => `${row}.${ident(column)}`)
  return listSql(
    `${record} ORDER BY ${columns.join(', ')}`,
    `${ident(target.table)} ${row} WHERE ${row}.${ident(via.column)} = ${key}`
  )
}

function valuesSql(
  { via, table, column }: ValuesField,
  key: string,
  { depth }: SelectContext
): string {
  const join = `n${depth + 1}`
  const code = `n${depth + 1}c`
  return listSql(
    `${code}.${ident(column)} ORDER BY ${code}.${ident(column)}`,
    `${ident(via.table)} ${join} JOIN ${ident(table)} ${code} ON ${code}.id = ${join}.${ident(via.to)} WHERE ${join}.${ident(via.from)} = ${key}`
  )
}

function rowsSql(
  name: string,
  field: RowsField,
  key: string,
  selection: Selection,
  context: SelectContext
): string {
  const row = `n${context.depth + 1}`
  const owner: Owner = { fields: new Map(Object.entries(field.fields)), key: { column: 'id' } }
  const inner = { ...context, depth: context.depth + 1 }
  const columns = [...owner.fields]
    .filter(([inside]) => selection.has(inside))
    .map(
      ([inside, nested]) =>
        `${fieldSql(owner, inside, nested, row, selection.inside(inside), inner)} AS ${ident(inside)}`
    )
  const nestedFilters = context.depth === 0 ? context.nestedFilters.get(name) : undefined
  return listSql(
    `${objectSql(columns)} ORDER BY ${row}.${ident(field.order)}, ${row}.id`,
    `${ident(field.table)} ${row} WHERE ${row}.${ident(field.column)} = ${key}${nestedFilters ? ` AND ${nestedFilters}` : ''}`
  )
}

function listSql(item: string, from: string): string {
  return `(SELECT coalesce(json_agg(${item}), '[]'::json) FROM ${from})`
}

/**
 * A template such as `/docket/{id}/{slug}/` as a concatenation of path segments;
 * `{cluster.slug}` is a field of the linked record.
 */
function templateSql(
  owner: Owner,
  template: string,
  alias: string,
  context: SelectContext
): string {
  const column = (part: string) => {
    const [link, inner] = part.split('.')
    if (!inner) return segment(owner, part, alias)
    const field = owner.fields.get(link!) as LinkField
    const target = context.registry.get(field.resource)
    const row = `n${context.depth + 1}`
    return `(SELECT ${segment(target, inner, row)} FROM ${ident(target.table)} ${row} WHERE ${row}.${ident(target.key.column)} = ${alias}.${ident(fieldColumn(link!, field))})`
  }
  return template
    .split(/\{([\w.]+)\}/)
    .map((part, index) => (index % 2 ? `coalesce(${column(part)}::text, '')` : literal(part)))
    .filter((part) => part !== `''`)
    .join(' || ')
}

/** Keys are numbers and need no encoding. */
function segment({ fields }: Owner, name: string, alias: string): string {
  const field = fields.get(name)
  const column = `${alias}.${ident(name)}`
  return field?.kind === 'value' && field.type === 'string' ? segmentSql(column) : column
}
