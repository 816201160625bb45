/** The parts of a document that are stored in its row: columns of words, marks, and values. */
import { createHash } from 'node:crypto'
import { analyseValue } from '../../analysis/analyse_value.js'
import { findBreaks } from '../../analysis/breaks.js'
import { EVERY_ROW, ONE_OF_SEVERAL, type FieldPlace, type IndexLayout } from './layout.js'
import { packColumn, type ValuePlace } from './row_breaks.js'
import { toEpochDays } from './row_id.js'
import type { SearchDocument, SearchValue } from '../../index_definition.js'

/**
 * Number of gap words between two values of a field: more than the largest proximity distance
 * (100 words, and the words themselves).
 */
export const GAP_WORDS = 128
const GAP = '.'
/** Prefix of exact word forms, so that they don't share posting lists with stems. */
export const EXACT = '='
/** Prefix of keys of values whose field has a shape. */
export const KEY = '#'
/**
 * Prefix of the leading letters of words, stored once per value: a prefix search then reads one
 * list instead of merging thousands. (FTS5's own prefix index would also store those of stems,
 * and all positions.)
 */
export const BEGINNING = '<'
export const BEGINNING_LETTERS = 3
/** A longer value is represented by its hash. */
const MAX_MARK_LENGTH = 60

/** Keywords are compared without regard to case. */
const keywordOf = (value: string) => value.toLowerCase()

export type ColumnValue = string | number | null

export interface RowContent {
  /** Text of each word column; empty columns are omitted. */
  words: Map<string, string>
  /** Layout of each word column (row_breaks.ts). */
  breaks: Map<string, number[]>
  marks: string[]
  values: Map<string, ColumnValue>
}

/** Fields of a level stored in a row: `own` is true for the parent's own row. */
export function buildRowContent(
  layout: IndexLayout,
  document: SearchDocument,
  level: FieldPlace['level']
): { shared: RowContent; own: RowContent } {
  const shared = emptyContent()
  const own = emptyContent()
  for (const field of layout.fields.values()) {
    if (field.level !== level) continue
    const value = document.fields[field.name]
    if (value === undefined || value === null) continue
    const into = field.ownRow ? own : shared
    if (field.words) {
      const { text, packed } = wordsOf(field, value)
      into.words.set(field.words, text)
      into.breaks.set(field.words, packed)
    } else into.marks.push(...marksOf(field, value))
    // A single value is short, so every row stores it.
    if (field.value) shared.values.set(field.value, columnValue(field, value))
  }
  return { shared, own }
}

/** Merges contents. Their columns don't overlap. */
export function mergeContents(...contents: RowContent[]): RowContent {
  return {
    words: new Map(contents.flatMap(({ words }) => [...words])),
    breaks: new Map(contents.flatMap(({ breaks }) => [...breaks])),
    marks: contents.flatMap(({ marks }) => marks),
    values: new Map(contents.flatMap(({ values }) => [...values])),
  }
}

/** Range markers of a field's values; single dates have none unless ranges need them. */
function marksOf(field: FieldPlace, value: SearchValue): string[] {
  const { kind, name } = field
  if (kind !== 'date' && kind !== 'datetime')
    return listOf(value).map((one) => buildFieldMarker(name, one))
  if (!field.several) return []
  return listOf(value)
    .flatMap((one) => buildRangeBlocks(kind, Number(columnValue(field, one))))
    .map((block) => buildFieldMarker(name, block))
}

/** `field:value` as one word. */
export function buildFieldMarker(field: string, value: string | number | boolean): string {
  const text = typeof value === 'string' ? keywordOf(value) : String(value)
  const word = text.replace(/[\s%\0]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return Buffer.byteLength(word) > MAX_MARK_LENGTH
    ? `${field}:%%${createHash('sha256').update(text).digest('base64url')}`
    : `${field}:${word}`
}

export const marksText = (marks: string[], isOneOfSeveral: boolean) =>
  [EVERY_ROW, ...(isOneOfSeveral ? [ONE_OF_SEVERAL] : []), ...new Set(marks)].join(' ')

/** A value as stored in `rows`: days, milliseconds, numbers, 0 or 1, lowercase text. */
export function columnValue({ kind }: FieldPlace, value: SearchValue): ColumnValue {
  const [first = null] = listOf(value)
  if (first === null) return null
  if (kind === 'date') return toEpochDays(String(first))
  if (kind === 'datetime') return Date.parse(String(first))
  if (kind === 'number') return Number(first)
  if (kind === 'boolean') return String(first) === 'true' ? 1 : 0
  return keywordOf(String(first))
}

function emptyContent(): RowContent {
  return { words: new Map(), breaks: new Map(), marks: [], values: new Map() }
}

function listOf(value: SearchValue): (string | number | boolean)[] {
  if (Array.isArray(value)) return value.filter((one) => one !== null)
  return value === null ? [] : [value]
}

/**
 * Stems of a value, then its exact words and keys, then enough gap words to keep phrases and
 * proximity searches from matching across two values.
 */
function wordsOf(field: FieldPlace, value: SearchValue): { text: string; packed: number[] } {
  const parts: string[] = []
  const places: ValuePlace[] = []
  let previous: number | null = null
  for (const one of listOf(value)) {
    const words = analyseValue(field, String(one))
    const { length } = words.exact
    if (!length) continue
    const gap = previous === null ? 0 : Math.max(0, GAP_WORDS - Math.min(previous, length))
    if (gap) parts.push(`${GAP} `.repeat(gap).trimEnd())
    const further = [...listPrefixTerms(words.exact), ...words.key.map((key) => KEY + key)]
    parts.push(words.stem.join(' '), EXACT + words.exact.join(` ${EXACT}`), ...further)
    const breaks = findBreaks(words.text, words.start)
    places.push({ gap, size: 2 * length + further.length, words: length, breaks })
    previous = length
  }
  return { text: parts.join(' '), packed: packColumn(places) }
}

/** Distinct common prefixes of words, marked. */
export function listPrefixTerms(words: string[]): string[] {
  const found = new Set<string>()
  for (const word of words) {
    const beginning = beginningOf(word)
    if (beginning) found.add(BEGINNING + beginning)
  }
  return [...found]
}

function beginningOf(word: string): string | null {
  const cut = word.slice(0, BEGINNING_LETTERS)
  if (cut.length < BEGINNING_LETTERS) return null
  // Letters outside the Basic Multilingual Plane take two units.
  if (!/[\ud800-\udfff]/.test(cut)) return cut
  const letters = [...word].slice(0, BEGINNING_LETTERS)
  return letters.length < BEGINNING_LETTERS ? null : letters.join('')
}

/**
 * Ranges over fields with several dates or times. Each value is marked with the blocks that
 * contain it: itself, and blocks of 32, 1,024, … values. So a range of any length needs only a
 * few blocks.
 */

const BITS = 5
const LEVELS = { date: 4, datetime: 9 }
/** Years 1 to 9999, in days since 1970-01-01; values outside them are in no block. */
const FIRST_DAY = -719_162
const LAST_DAY = 2_932_896
const MILLISECONDS_A_DAY = 86_400_000

export type BlockedKind = keyof typeof LEVELS

/** Blocks of a value: days, or milliseconds. */
export function buildRangeBlocks(kind: BlockedKind, value: number): string[] {
  const [first, last] = limitsOf(kind)
  if (!(value >= first && value <= last)) return []
  return Array.from({ length: LEVELS[kind] }, (_, level) =>
    nameBlock(level, blockNumber(value, level))
  )
}

/** Blocks that cover a range, both ends inclusive; null means unbounded. */
export function blocksWithin(kind: BlockedKind, from: number | null, to: number | null): string[] {
  const [first, last] = limitsOf(kind)
  let start = Math.max(first, Math.ceil(from ?? first))
  let end = Math.min(last, Math.floor(to ?? last)) + 1
  const found: string[] = []
  const size = 2 ** BITS
  for (let level = 0; level < LEVELS[kind]; level++) {
    const isTop = level === LEVELS[kind] - 1
    // The parts at either end that don't fill a block of the next level.
    while (start < end && (isTop || start % size !== 0)) found.push(nameBlock(level, start++))
    while (start < end && end % size !== 0) found.push(nameBlock(level, --end))
    start /= size
    end /= size
  }
  return found
}

function limitsOf(kind: BlockedKind): [first: number, last: number] {
  if (kind === 'date') return [FIRST_DAY, LAST_DAY]
  return [FIRST_DAY * MILLISECONDS_A_DAY, (LAST_DAY + 1) * MILLISECONDS_A_DAY - 1]
}

function blockNumber(value: number, level: number): number {
  return Math.floor(value / 2 ** (BITS * level))
}

function nameBlock(level: number, number: number): string {
  return `${level}.${number}`
}
