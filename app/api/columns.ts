/**
 * Which column stands behind a field.
 */
import type { Field } from './fields.js'

/**
 * Column of a field: named in the declaration, or by rule the field's own
 * name, with `_id` behind it for links.
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

/** Whether a column of the resource's own table stands behind the field. */
export function hasColumn(field: Field): boolean {
  return field.kind === 'value' || field.kind === 'link' || field.kind === 'record'
}

/**
 * SQL for a text column as one segment of a path, percent-encoded. Nearly
 * all are plain already, and are told so before the function is called.
 */
export function segmentSql(column: string): string {
  return `CASE WHEN ${column} ~ '^[A-Za-z0-9._~-]*$' THEN ${column} ELSE curia_encode_segment(${column}) END`
}
