/**
 * The column of a field.
 */
import type { Field } from './field_definitions.js'

/**
 * Column of a field: named in the declaration, or by rule the field's own
 * name, with `_id` appended for links.
 */
export function fieldColumn(name: string, field: Field): string {
  switch (field.kind) {
    case 'value':
      return field.column ?? name
    case 'link':
    case 'record':
      return field.column ?? `${name}_id`
    default:
      throw new Error(`field "${name}" has no column of its own`)
  }
}

/** Whether the field is a column of the resource's own table. */
export function hasColumn(field: Field): boolean {
  if (field.kind === 'value') return !field.sql && !field.secret
  return field.kind === 'link' || field.kind === 'record'
}

/**
 * SQL for a text column as one segment of a path, percent-encoded. Nearly
 * all are plain already, which the caller declares before the function is called.
 */
export function segmentSql(column: string): string {
  return `CASE WHEN ${column} ~ '^[A-Za-z0-9._~-]*$' THEN ${column} ELSE curia_encode_segment(${column}) END`
}
