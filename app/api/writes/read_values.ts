/** Parses the values of a body by field type. */
import { listed } from '../filters/values.js'
import type { ValueField } from '../field_definitions.js'

export class Invalid extends Error {}

const SLUG = 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'

const PATTERNS: Partial<Record<NonNullable<ValueField['format']>, [RegExp, string]>> = {
  'uri': [/^https?:\/\/[^\s/$.?#][^\s]*$/i, 'Enter a valid URL.'],
  'slug': [/^[-\w]+$/, SLUG],
  'lowercase-slug': [/^[-a-z0-9_]+$/, SLUG],
  'email': [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Enter a valid email address.'],
}

export function readString(field: ValueField, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Invalid('Not a valid string.')
  const text = String(value).trim()
  if (text === '') {
    if (field.required) throw new Invalid('This field may not be blank.')
    return text
  }
  if (text.includes('\0')) throw new Invalid('Null characters are not allowed.')
  if (!text.isWellFormed()) throw new Invalid('Surrogate characters are not allowed.')
  if (field.maxLength !== undefined && [...text].length > field.maxLength) {
    throw new Invalid(`Ensure this field has no more than ${field.maxLength} characters.`)
  }
  const [pattern, message] = (field.format && PATTERNS[field.format]) ?? []
  if (pattern && !pattern.test(text)) throw new Invalid(message)
  return text
}

/**
 * A single value as text; empty for lists and objects, which JavaScript would convert to their
 * contents.
 */
export function toTrimmedText(value: unknown): string {
  return typeof value === 'object' ? '' : String(value).trim()
}

export function readInteger({ min, max }: ValueField, value: unknown): number {
  const text = toTrimmedText(value)
  if (typeof value === 'boolean' || !/^[+-]?\d{1,19}(\.0+)?$/.test(text))
    throw new Invalid('A valid integer is required.')
  const number = Number(text)
  if (min !== undefined && number < min)
    throw new Invalid(`Ensure this value is greater than or equal to ${min}.`)
  if (max !== undefined && number > max)
    throw new Invalid(`Ensure this value is less than or equal to ${max}.`)
  return number
}

export function readFloat(value: unknown): number {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim()
        ? Number(value)
        : Number.NaN
  if (!Number.isFinite(number)) throw new Invalid('A valid number is required.')
  return number
}

const TRUE = new Set(['true', '1', 'on', 'yes', 't', 'y'])

const FALSE = new Set(['false', '0', 'off', 'no', 'f', 'n'])

export function readBooleanValue(value: unknown): boolean {
  const text = toTrimmedText(value).toLowerCase()
  if (TRUE.has(text)) return true
  if (FALSE.has(text)) return false
  throw new Invalid('Must be a valid boolean.')
}

/**
 * An empty text means null for nullable fields and, for optional text fields without a default,
 * no choice.
 */
export function readChoiceValue(
  { choices = [], required, nullable, type, default: usual }: ValueField,
  value: unknown
): unknown {
  if (value === '' && !required && type === 'string' && !usual) return ''
  if (value === '' && nullable) return null
  const isOne = typeof value !== 'object'
  const choice = choices.find((candidate) => isOne && String(candidate.value) === String(value))
  const shown = isOne ? String(value).slice(0, 100) : getTypeName(value)
  if (!choice)
    throw new Invalid(`"${shown}" is not a valid choice. Choose from: ${listed(choices)}.`)
  return choice.value
}

export function reading(
  value: unknown,
  field: ValueField,
  read: (text: string) => string,
  message: string
): string | null {
  if (typeof value !== 'string') throw new Invalid(message)
  // An empty text means null in JSON, too.
  if (value.trim() === '' && field.nullable) return null
  try {
    return read(value.trim())
  } catch {
    throw new Invalid(message)
  }
}

export function readTime(text: string): string {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?$/.exec(text)
  if (!match) throw new Invalid('')
  return text
}

/** The type name of a value, as clients of the original service expect it. */
export function getTypeName(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string':
      return 'str'
    case 'boolean':
      return 'bool'
    case 'object':
      return 'dict'
    default:
      return Number.isInteger(value) ? 'int' : 'float'
  }
}
