/** Converts database errors to 400 responses that name the field. */
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { fieldColumn, hasColumn } from '../columns.js'
import type { Resource } from '../resource.js'
import { missingTarget } from './targets.js'

const NO_FIELD = 'non_field_errors'

/**
 * Runs database writes of a resource.
 *
 * @throws ApiError 400 for rejected values
 */
export async function translateDatabaseErrors<T>(
  resource: Resource,
  work: () => Promise<T>
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explained(resource, error as { code?: string; detail?: string })
  }
}

function explained(resource: Resource, error: { code?: string; detail?: string }): unknown {
  const { code, detail = '' } = error
  const [, list = '', given = ''] = /^Key \(([^)]*)\)=\((.*)\)/s.exec(detail) ?? []
  const fields = list.split(', ').map((column) => fieldOf(resource, column.trim()))
  const field = fields[0]!
  switch (code) {
    case '23505':
      return fields.length > 1 && !fields.includes(NO_FIELD)
        ? new ApiError(API_ERRORS.duplicate_value, {
            [NO_FIELD]: [`The fields ${fields.join(', ')} must make a unique set.`],
          })
        : new ApiError(API_ERRORS.duplicate_value, {
            [field]: [
              `${resource.label} with this ${field === NO_FIELD ? 'value' : field} already exists.`,
            ],
          })
    // RESTRICT has a separate code since PostgreSQL 18.
    case '23001':
    case '23503':
      return new ApiError(API_ERRORS.record_in_use, {
        [field]: [
          /still referenced|is referenced/.test(detail)
            ? `This ${resource.label} is still referred to by other records.`
            : missingTarget(resource.fields.get(field), given),
        ],
      })
    case '23502':
    case '23514':
      return new ApiError(400, { [field]: ['This value is not allowed.'] })
    default:
      return isOfValue(code)
        ? new ApiError(400, { [NO_FIELD]: ['A value in this request is not allowed.'] })
        : error
  }
}

/**
 * Class 22 means a value that doesn't fit the column's type, 54000 a text that is too long for
 * an index.
 */
const isOfValue = (code = '') => code.startsWith('22') || code === '54000'

function fieldOf(resource: Resource, column: string): string {
  for (const [name, field] of resource.fields) {
    if (hasColumn(field) && fieldColumn(name, field) === column) return name
  }
  // The owner is also a field here, although clients don't write it.
  if (resource.ownership?.column === column) return column.replace(/_id$/, '')
  return NO_FIELD
}
