/**
 * Finds invalid values in records of chunks that COPY rejected, because COPY
 * reports only the first error.
 */
import { isUtf8 } from 'node:buffer'
import { isDate } from '#app/support/calendar'
import type { Column } from './table_layout.js'

const CHECKS: Record<string, { test: (text: string) => boolean; what: string }> = {
  'smallint': { test: whole(-32_768n, 32_767n), what: 'a 16-bit integer' },
  'integer': { test: whole(-2_147_483_648n, 2_147_483_647n), what: 'a 32-bit integer' },
  'bigint': { test: whole(-(2n ** 63n), 2n ** 63n - 1n), what: 'a 64-bit integer' },
  'double precision': {
    test: (text) => text.trim() !== '' && !Number.isNaN(Number(text)),
    what: 'a number',
  },
  'boolean': {
    test: (text) => /^(t|f|true|false|y|n|yes|no|on|off|0|1)$/i.test(text.trim()),
    what: 'true or false',
  },
  'date': { test: (text) => isDate(text), what: 'a date' },
  'timestamp with time zone': {
    test: (text) =>
      isDate(text.slice(0, 10)) &&
      /^.{10}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[+-]\d{2}(:?\d{2})?)?$/.test(text),
    what: 'a date and time',
  },
}

function whole(least: bigint, most: bigint) {
  return (text: string) => {
    if (!/^\s*[+-]?\d{1,20}\s*$/.test(text)) return false
    const value = BigInt(text.trim().replace(/^\+/, ''))
    return value >= least && value <= most
  }
}

/**
 * @param isKey whether a column contains a key, which can't be empty
 * @returns the first column with an invalid value, and the reason
 */
export function findBadValue(
  record: Buffer,
  columns: Column[],
  isKey: (name: string) => boolean
): { column: string; reason: string } | undefined {
  const unreadable = isUtf8(record) ? -1 : firstUnreadable(record)
  if (unreadable >= 0) return { column: columns[unreadable]!.name, reason: 'not valid UTF-8' }
  const values = readValues(record.toString('utf8'))
  for (const [index, value] of values.entries()) {
    const { name, type, required } = columns[index]!
    if (value === null) {
      if (required && (type !== 'text' || isKey(name)))
        return { column: name, reason: 'a value is required' }
      continue
    }
    if (value.includes('\0')) return { column: name, reason: 'contains a null character' }
    const check = CHECKS[type]
    if (check && !check.test(value)) {
      return { column: name, reason: `"${value.slice(0, 60)}" is not ${check.what}` }
    }
  }
  return undefined
}

/** Returns the index of the first value that isn't UTF-8. */
function firstUnreadable(record: Buffer): number {
  return readValues(record.toString('latin1')).findIndex(
    (value) => value !== null && !isUtf8(Buffer.from(value, 'latin1'))
  )
}

/** Returns the values of a record: null for an empty unquoted field, '' for an empty quoted value. */
export function readValues(record: string): (string | null)[] {
  const values: (string | null)[] = []
  let value = ''
  let quoted = false
  let at = 0
  while (at < record.length) {
    const character = record[at++]!
    if (character === '"') {
      quoted = true
      const end = readQuoted(record, at)
      value += end.value
      at = end.at
    } else if (character === ',') {
      values.push(quoted || value ? value : null)
      value = ''
      quoted = false
    } else value += character
  }
  values.push(quoted || value ? value : null)
  return values
}

const SPECIAL = /["\\]/g

/**
 * Reads a quoted value in pieces, because values can be very long.
 *
 * @param from after the first quote
 * @returns the value and the place after its last quote
 */
function readQuoted(record: string, from: number): { value: string; at: number } {
  let value = ''
  for (let at = from; ;) {
    SPECIAL.lastIndex = at
    const special = SPECIAL.exec(record)
    if (!special) return { value: value + record.slice(at), at: record.length }
    value += record.slice(at, special.index)
    at = special.index + 1
    if (special[0] === '"') return { value, at }
    const next = record[at]
    if (next === '"' || next === '\\') {
      value += next
      at++
    } else value += '\\'
  }
}

/** Splits a record at its commas; values keep their quotes and escapes. */
export function splitValues(record: string): string[] {
  const values: string[] = []
  let inQuotes = false
  let start = 0
  for (let at = 0; at < record.length; at++) {
    const character = record[at]
    if (inQuotes) {
      const next = record[at + 1]
      if (character === '\\' && (next === '"' || next === '\\')) at++
      else if (character === '"') inQuotes = false
    } else if (character === '"') inQuotes = true
    else if (character === ',') {
      values.push(record.slice(start, at))
      start = at + 1
    }
  }
  values.push(record.slice(start))
  return values
}
