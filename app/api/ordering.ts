/** `order_by`: the order of a list, and whether it is paginated by cursor. */
import { didYouMean } from '#app/support/did_you_mean'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { fieldColumn } from './columns.js'
import type { Resource } from './resource.js'
import type { Version } from './version.js'
import type { ValueField } from './field_definitions.js'

export interface OrderColumn {
  name: string
  column: string
  /** SQL expression for the value, given the row's alias, if it isn't a column. */
  sql?: (alias: string) => string
  descending: boolean
}

export interface Ordering {
  columns: OrderColumn[]
  /** The column of the cursor; undefined for page-number pagination. */
  cursor?: OrderColumn
}

/** Maximum number of columns. */
const MAX_COLUMNS = 10

/**
 * Parses `order_by`. Unknown names are an error in v4 and ignored in v3.
 *
 * @param text the value, undefined if the parameter is missing
 * @throws ApiError 400 that lists the valid names
 */
export function parseOrdering(
  resource: Resource,
  text: string | undefined,
  version: Version
): Ordering {
  const asked = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, MAX_COLUMNS)
  const known = asked.filter((name) => resource.ordering.includes(bare(name)))

  if (version === 'v4' && known.length < asked.length) {
    const unknown = asked.find((name) => !known.includes(name))!
    throw unknownOrdering(resource, unknown)
  }

  const names = known.length ? known : resource.defaultOrder.split(',')
  const columns = names.map((name) => orderColumn(resource, name))
  // Cursor pagination requires exactly one cursor field, as written (contract, list behavior 1).
  const single = text === undefined || text === '' || !known.length ? resource.defaultOrder : text
  const byCursor =
    version === 'v4' && resource.cursor.includes(bare(single)) && columns.length === 1
  return { columns: withTieBreak(resource, columns), cursor: byCursor ? columns[0] : undefined }
}

function unknownOrdering(resource: Resource, name: string): ApiError {
  const near = didYouMean(bare(name), resource.ordering)
  const meant = near ? `Did you mean ${name.startsWith('-') ? '-' : ''}${near}? ` : ''
  return new ApiError(API_ERRORS.unknown_ordering, {
    order_by: [
      `${resource.path} can't be ordered by "${name}". ${meant}Choose from: ${resource.ordering.join(', ')}.`,
    ],
  })
}

function bare(name: string): string {
  return name.replace(/^-/, '')
}

function orderColumn(resource: Resource, name: string): OrderColumn {
  const field = resource.fields.get(bare(name)) as ValueField
  return {
    name: bare(name),
    column: fieldColumn(bare(name), field),
    sql: field.sql,
    descending: name.startsWith('-'),
  }
}

/**
 * Adds the key as the last column, in the direction of the previous column so that one index
 * serves both.
 */
function withTieBreak(resource: Resource, columns: OrderColumn[]): OrderColumn[] {
  if (columns.some(({ column }) => column === resource.key.column)) return columns
  return [
    ...columns,
    { name: 'id', column: resource.key.column, descending: columns.at(-1)!.descending },
  ]
}
