/**
 * The form of a record, made from the declarations of its fields.
 */
import type { LinkField, ValueField } from '#api/field_definitions'
import { MAX_EDITED, type RecordTexts } from './edit_record.js'
import type { EditableField, EditableResource } from './record_edits.js'

export interface FormField {
  name: string
  label: string
  hint: string
  value: string
  /** Component that shows it. */
  component: 'field' | 'textarea' | 'select' | 'fixed'
  /** Type of an input. */
  type?: 'text' | 'date' | 'url'
  options?: { value: string; label: string }[]
  isOptional: boolean
  rows?: number
  /** What the record has now, where that is not what was typed. */
  current?: string
}

/** Texts longer than this have room for several lines. */
const LINE = 80

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
  const words = name.replaceAll('_', ' ')
  return {
    name,
    label: words.charAt(0).toUpperCase() + words.slice(1),
    hint: hintOf(field),
    value,
    isOptional: !field.required,
    ...(typed !== undefined && typed.replaceAll('\r\n', '\n') !== current ? { current } : {}),
    ...controlOf(field, current.length > value.length ? current : value),
  }
}

function controlOf(
  field: ValueField | LinkField,
  value: string
): Pick<FormField, 'component' | 'type' | 'options' | 'rows'> {
  if (value.length > MAX_EDITED) return { component: 'fixed' }
  if (field.kind === 'link') return { component: 'field', type: 'text' }
  if (field.choices) {
    const choices = field.choices.map(({ value: code, display_name: label }) => ({
      value: String(code),
      label,
    }))
    return { component: 'select', options: optionsFor(field, value, choices) }
  }
  if (field.type === 'boolean') {
    const choices = [
      { value: 'true', label: 'yes' },
      { value: 'false', label: 'no' },
    ]
    return { component: 'select', options: optionsFor(field, value, choices) }
  }
  if (field.type === 'date' || field.storedAsDate) return { component: 'field', type: 'date' }
  if (field.type === 'string' && (value.length > LINE || value.includes('\n')))
    return { component: 'textarea', rows: Math.min(20, Math.ceil(value.length / LINE) + 1) }
  return { component: 'field', type: field.format === 'uri' ? 'url' : 'text' }
}

/** Choices, one for no value where that may be, and the value of the record where it is none of them. */
function optionsFor(
  { nullable, required, type }: ValueField,
  value: string,
  choices: { value: string; label: string }[]
): { value: string; label: string }[] {
  const has = (code: string) => choices.some((choice) => choice.value === code)
  const isBlankable = nullable || (!required && type === 'string')
  return [
    ...(isBlankable && !has('') ? [{ value: '', label: '(none)' }] : []),
    ...(has(value) || (value === '' && isBlankable) ? [] : [{ value, label: value || '(none)' }]),
    ...choices,
  ]
}

function hintOf(field: ValueField | LinkField): string {
  if (field.kind === 'link') return `${field.help} Enter the ID of a record in ${field.resource}.`
  const most = field.maxLength ? ` At most ${field.maxLength.toLocaleString('en')} characters.` : ''
  return field.help + most
}
