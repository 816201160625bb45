/** The fields of a resource that its history shows, and their values in the form of the API. */
import { fieldColumn } from '#api/columns'
import type { Field } from '#api/field_definitions'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { BASE, recordSql } from '#api/select/field_sql'
import { Selection } from '#api/select/selection'
import type { Reader } from '#app/database/reader'
import { ident } from '#app/support/sql_text'
import settings from '../settings.js'
import { isTracked, isTrackedField } from '../storage/tracked_tables.js'

/** Values of columns, as JSON of the database. */
export type Columns = Record<string, unknown>
/** Values of fields, as in API responses. */
export type Values = Record<string, unknown>

/** Stored in place of a long value. */
interface Summary {
  length: number
  sha256: string
}

interface HistoryField {
  name: string
  column: string
  field: Field
  /** SQL condition, given the row's alias, for records whose value is shown. */
  servedIf?: (alias: string) => string
}

/** Path of the staff page; undefined for records without history. */
export function findHistoryPath(resource: Resource, key: string): string | undefined {
  if (!settings.days || !isTracked(resource) || resource.ownership) return undefined
  return `/admin/records/${resource.path}/${encodeURIComponent(key)}/history/`
}

export class HistoryFields {
  readonly fields: readonly HistoryField[]
  /** SQL that returns rows of the shown values, given the base URL and an array of columns. */
  readonly #statement: string

  constructor(
    readonly resource: Resource,
    registry: ResourceRegistry
  ) {
    this.fields = [...resource.fields].flatMap(([name, field]) =>
      historyField(resource, name, field)
    )
    const shown = { path: resource.path, key: resource.key }
    const fields = new Map(this.fields.map(({ name, field }) => [name, field]))
    const context = { registry, suffix: '/', nestedFilters: new Map(), depth: 0 }
    const document = recordSql({ ...shown, fields }, 't', Selection.everything, context)
    this.#statement = `SELECT ${document}::text
      FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS given (columns, place)
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${ident(resource.table)}, columns) AS t
      WHERE ${BASE} IS NOT NULL ORDER BY place`
  }

  get columns(): string[] {
    return [...new Set(this.fields.map(({ column }) => column))]
  }

  /**
   * Values of columns in the form of the API.
   *
   * @param rows values of some columns
   * @param hidden names of fields that aren't shown
   * @returns the values of the fields of these columns
   */
  async show(
    reader: Pick<Reader, 'rows'>,
    rows: readonly Columns[],
    { base, hidden }: { base: string; hidden: ReadonlySet<string> }
  ): Promise<Values[]> {
    if (!rows.length) return []
    const given = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, isSummary(value) ? null : value])
      )
    )
    const found = await reader.rows(this.#statement, [base, JSON.stringify(given)])
    return rows.map((row, at) => {
      const document = JSON.parse(found[at]![0]!) as Values
      const fields = this.fields.filter(({ name, column }) => column in row && !hidden.has(name))
      return Object.fromEntries(
        fields.map(({ name, column }) => [
          name,
          isSummary(row[column]) ? row[column] : document[name],
        ])
      )
    })
  }
}

/** A field as a copy that depends only on its column. */
function historyField(resource: Resource, name: string, field: Field): HistoryField[] {
  if (field.kind === 'key') {
    const link = resource.fields.get(field.link)!
    return isTrackedField(field.link, link)
      ? [{ name, column: fieldColumn(field.link, link), field }]
      : []
  }
  if (!isTrackedField(name, field)) return []
  const column = fieldColumn(name, field)
  const common = { ...field, include: undefined }
  if (field.kind === 'record') {
    const { resource: target, kind: _, ...rest } = field
    return [
      {
        name,
        column,
        field: { ...rest, include: undefined, kind: 'link', resource: target, column },
      },
    ]
  }
  const servedIf = field.kind === 'value' ? field.servedIf : undefined
  return [{ name, column, servedIf, field: { ...common, servedIf: undefined } as Field }]
}

function isSummary(value: unknown): value is Summary {
  if (typeof value !== 'object' || value === null) return false
  const { length, sha256, ...rest } = value as Partial<Summary>
  return typeof length === 'number' && typeof sha256 === 'string' && !Object.keys(rest).length
}
