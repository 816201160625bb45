/**
 * The form of a record, made from the declarations of its fields.
 */
import { formInput, type FormInput } from '#api/renderers/field_control'
import { MAX_EDITED, type RecordTexts } from './edit_record.js'
import type { EditableField, EditableResource } from './record_edits.js'

export interface FormField extends Omit<FormInput, 'component'> {
  /** Component that shows it; a text too long for a form is fixed, and says how long it may be. */
  component: FormInput['component'] | 'fixed'
  length?: number
  most?: number
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
    ...formInput(name, field, value, longer),
    ...(longer.length > MAX_EDITED
      ? { component: 'fixed', length: longer.length, most: MAX_EDITED }
      : {}),
    ...(typed !== undefined && typed.replaceAll('\r\n', '\n') !== current ? { current } : {}),
  }
}
