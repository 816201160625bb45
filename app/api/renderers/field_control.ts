/** The form control of a field, from its declaration. */
import type { LinkField, RecordField, ValueField } from '../field_definitions.js'
import { formatFieldLabel } from '../labels.js'

/** Fields that a form can have. */
export type FormedField = ValueField | LinkField | RecordField

export interface FieldControl {
  /** Component that renders it. */
  component: 'field' | 'textarea' | 'select'
  /** Type of an input. */
  type?: 'text' | 'date' | 'url' | 'email' | 'password'
  options?: ControlOption[]
  rows?: number
}

export interface ControlOption {
  value: string
  label: string
}

/** A form input with its control. */
export interface FormInput extends FieldControl {
  name: string
  label: string
  hint: string
  value: string
  isOptional: boolean
}

/** @param widest maximum text length of a single-line control */
export function formInput(
  name: string,
  field: FormedField,
  value: string,
  widest = value
): FormInput {
  return {
    name,
    label: formatFieldLabel(name),
    hint: fieldHint(field),
    value,
    isOptional: !field.required,
    ...fieldControl(field, widest),
  }
}

/** Longer texts have room for several lines. */
const LINE = 80

/** Texts with this maximum length have several lines initially. */
const LONG = 2_000

/** @param value current value as text */
function fieldControl(field: FormedField, value: string): FieldControl {
  if (field.kind !== 'value') return { component: 'field', type: 'text' }
  if (field.secret) return { component: 'field', type: 'password' }
  if (field.choices) {
    const choices = field.choices.map(({ value: code, display_name: label }) => ({
      value: String(code),
      label: label || String(code),
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
  if (needsLines(field, value))
    return {
      component: 'textarea',
      rows: Math.min(20, Math.max(3, Math.ceil(value.length / LINE) + 1)),
    }
  return { component: 'field', type: typeOf(field) }
}

function needsLines({ type, maxLength = 0 }: ValueField, value: string): boolean {
  if (type === 'json') return true
  return type === 'string' && (value.length > LINE || value.includes('\n') || maxLength > LONG)
}

function typeOf({ format }: ValueField): 'text' | 'url' | 'email' {
  if (format === 'uri') return 'url'
  return format === 'email' ? 'email' : 'text'
}

/** Options, including an empty one if allowed, and the current value if it isn't a choice. */
function optionsFor(
  { nullable, required, type }: ValueField,
  value: string,
  choices: ControlOption[]
): ControlOption[] {
  const has = (code: string) => choices.some((choice) => choice.value === code)
  const isBlankable = nullable || (!required && type === 'string')
  return [
    ...(isBlankable && !has('') ? [{ value: '', label: '(none)' }] : []),
    ...(has(value) || (value === '' && isBlankable) ? [] : [{ value, label: value || '(none)' }]),
    ...choices,
  ]
}

/** The help text of a field, with its accepted values. */
function fieldHint(field: FormedField): string {
  if (field.kind !== 'value') return `${field.help} Enter the ID of a record in ${field.resource}.`
  const most = field.maxLength ? ` At most ${field.maxLength.toLocaleString('en')} characters.` : ''
  return field.help + most
}
