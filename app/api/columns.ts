/** Columns of fields. */
import type { Field } from './field_definitions.js'

/** The column of a field. Default: the name of the field, with `_id` appended for links. */
export function fieldColumn(name: string, field: Field): string {
  switch (field.kind) {
    case 'value':
      return field.column ?? name
    case 'link':
    case 'record':
      return field.column ?? `${name}_id`
    default:
      throw new Error(`field "${name}" has no column`)
  }
}

/** Whether the field is a column of the resource's table. */
export function hasColumn(field: Field): boolean {
  if (field.kind === 'value') return !field.sql && !field.secret
  return field.kind === 'link' || field.kind === 'record'
}

/**
 * SQL that percent-encodes a text column as a path segment. The `CASE` avoids the function
 * call for the many values that need no encoding.
 */
export function segmentSql(column: string): string {
  return `CASE WHEN ${column} ~ '^[A-Za-z0-9._~-]*$' THEN ${column} ELSE curia_encode_segment(${column}) END`
}
