/** Values of fields other than text: numbers, dates, keywords, and booleans. */
import { requireDate } from './dates.js'
import type { NamedField } from './fields.js'
import { QueryError, place } from './query_error.js'
import type { RangeText } from './syntax.js'
import { NONE, type QueryTree, type RangeBound } from './tree.js'

const MILLISECONDS_A_DAY = 86_400_000
const NUMBER = /^[-+]?\d{1,15}(\.\d{1,15})?$/
const TIMESTAMP = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[-+]\d\d(:?\d\d)?)?$/i
const TRUE = ['true', '1', 'yes', 'on', 't']
const FALSE = ['false', '0', 'no', 'off', 'f']

/** The values of a keyword field. */
export interface KnownValues {
  size: number
  /** Ignores case. */
  has(value: string): boolean
  /** The value that a text may stand for. */
  near(text: string): string | undefined
}

/** Context for parsing values. */
export interface ValueContext {
  /** Milliseconds since 1970. */
  today: number
  /** All values that a value of a field includes: itself and the values below it. */
  below?: Record<string, (value: string) => string[]>
  /** By field: its values; others are rejected. */
  known?: Record<string, KnownValues>
}

/**
 * The tree of a field's value.
 * @throws QueryError if the value doesn't match the field's kind
 */
export function valueTree(
  field: NamedField,
  text: string,
  at: number,
  context: ValueContext
): QueryTree {
  const { name, kind } = field
  if (kind === 'keyword') {
    const value = text.trim().toLowerCase()
    requireKnown(field, value, at, context)
    const below = context.below?.[name]?.(value) ?? []
    return { op: 'is', field: name, values: [...new Set([value, ...below])] }
  }
  if (kind === 'number') return { op: 'is', field: name, values: [readNumber(field, text, at)] }
  if (kind === 'boolean') return { op: 'is', field: name, values: [readBoolean(field, text, at)] }
  return {
    op: 'range',
    field: name,
    from: bound(field, text, 'first', at, context),
    to: bound(field, text, 'last', at, context),
  }
}

/** @throws QueryError for a value that no record can have */
function requireKnown(field: NamedField, value: string, at: number, { known }: ValueContext): void {
  const values = known?.[field.name]
  if (!values || values.has(value)) return
  const near = values.near(value)
  throw new QueryError(
    'value',
    at,
    `"${shorten(value)}" at ${place(at)} is not a value of ${field.written}.`,
    near === undefined ? 'Check the value.' : `Did you mean ${near}?`,
    undefined,
    near === undefined ? undefined : { written: value, meant: near }
  )
}

/**
 * The tree of a range.
 * @throws QueryError if the field has no order, or a bound doesn't match its kind
 */
export function rangeTree(
  field: NamedField,
  range: RangeText,
  at: number,
  context: ValueContext
): QueryTree {
  const { name, written, kind } = field
  if (kind === 'text' || kind === 'keyword' || kind === 'boolean') {
    throw new QueryError(
      'value',
      at,
      `The range at ${place(at)} is not supported by ${written}, which is not a number or date field.`,
      `Enter a word after ${written}: instead.`
    )
  }
  const from = lowerBound(field, range, at, context)
  const to = upperBound(field, range, at, context)
  if (from !== null && to !== null && from > to) return NONE
  return { op: 'range', field: name, from, to }
}

function lowerBound(
  field: NamedField,
  { from, fromIncluded }: RangeText,
  at: number,
  context: ValueContext
): RangeBound {
  if (from === null) return null
  if (fromIncluded) return bound(field, from, 'first', at, context)
  return justAbove(field, bound(field, from, 'last', at, context))
}

function upperBound(
  field: NamedField,
  { to, toIncluded }: RangeText,
  at: number,
  context: ValueContext
): RangeBound {
  if (to === null) return null
  if (toIncluded) return bound(field, to, 'last', at, context)
  return -justAbove(field, -bound(field, to, 'first', at, context))
}

/** The first or last number, day, or millisecond that a value stands for. */
function bound(
  field: NamedField,
  text: string,
  end: 'first' | 'last',
  at: number,
  { today }: ValueContext
): number {
  if (field.kind === 'number') return readNumber(field, text, at)
  if (field.kind === 'datetime' && TIMESTAMP.test(text)) {
    const instant = Date.parse(/Z|[-+]\d\d(:?\d\d)?$/i.test(text.slice(10)) ? text : `${text}Z`)
    if (Number.isFinite(instant)) return instant
  }
  const days = requireDate(text, today, at)
  if (field.kind === 'date') return days[end]
  return end === 'first'
    ? days.first * MILLISECONDS_A_DAY
    : (days.last + 1) * MILLISECONDS_A_DAY - 1
}

/** The next day or millisecond, or the next representable number. */
function justAbove({ kind }: NamedField, value: number): number {
  if (kind !== 'number') return value + 1
  return value === 0 ? Number.MIN_VALUE : value + Math.abs(value) * Number.EPSILON
}

function readNumber({ written }: NamedField, text: string, at: number): number {
  const trimmed = text.trim().replaceAll(',', '')
  if (NUMBER.test(trimmed)) return Number(trimmed)
  throw new QueryError(
    'value',
    at,
    `"${shorten(text)}" at ${place(at)} is not a number; ${written} is a number field.`,
    `Use ${written}:12, or ${written}:[10 TO 20].`
  )
}

function readBoolean({ written }: NamedField, text: string, at: number): string {
  const value = text.trim().toLowerCase()
  if (TRUE.includes(value)) return 'true'
  if (FALSE.includes(value)) return 'false'
  throw new QueryError(
    'value',
    at,
    `"${shorten(text)}" at ${place(at)} is not true or false; ${written} is a boolean field.`,
    `Use ${written}:true or ${written}:false.`
  )
}

/** A value as shown in messages. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
