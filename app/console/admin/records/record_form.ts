/**
 * The form of a record, made from the declarations of its fields.
 */
import { fieldControl, fieldHint, type FieldControl } from '#api/renderers/field_control'
import { labelOf } from '#api/labels'
import { MAX_EDITED, type RecordTexts } from './edit_record.js'
import type { EditableField, EditableResource } from './record_edits.js'

export interface FormField extends Omit<FieldControl, 'component'> {
  name: string
  label: string
  hint: string
  value: string
  /** Component that shows it; a text too long for a form is fixed. */
  component: FieldControl['component'] | 'fixed'
  isOptional: boolean
  /** What the record has now, where that is not what was typed. */
  current?: string
}

/**
 * @param current values of the record
 * @param typed values that are shown in their place
 */
export function recordForm(
  { fields }: EditableResource,
  current: RecordTexts,
  typed: Record<string, string> = {}
): FormField[] {
  return fields.map((field) => formField(field, current[field.name] ?? '', typed[field.name]))
}

function formField(
  { name, field }: EditableField,
  current: string,
  typed: string | undefined
): FormField {
  const value = typed ?? current
  const longer = current.length > value.length ? current : value
  return {
    name,
    label: labelOf(name),
    hint: fieldHint(field),
    value,
    isOptional: !field.required,
    ...(typed !== undefined && typed.replaceAll('\r\n', '\n') !== current ? { current } : {}),
    ...(longer.length > MAX_EDITED ? { component: 'fixed' } : fieldControl(field, longer)),
  }
}
