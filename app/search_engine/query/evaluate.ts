/**
 * Evaluates a tree for one row by reading the whole row. Engines must return the same result;
 * alerts and tests use this function directly.
 */
import type {
  ChildDocument,
  ParentDocument,
  IndexDefinition,
  IndexField,
  SearchValue,
} from '../index_definition.js'
import { eachWord, type Words, type WordTaker } from '../analysis/analyse.js'
import { analyseValue, keysOfValue } from '../analysis/analyse_value.js'
import { isConnected } from './connected_words.js'
import { findNear, findPhrase } from './find_phrases.js'
import { isWordsLeaf, wordMatcher } from './match_words.js'
import { listQueryLeaves, type QueryLeaf, type QueryTree } from './tree.js'

const MILLISECONDS_A_DAY = 86_400_000

/**
 * The values of one row: those of a parent and of one of its children. Missing values are
 * omitted.
 */
export interface AnalysedRow {
  /** Fields of kind text; the words of each value. */
  words: Record<string, Words[]>
  /** Other fields: numbers; days and milliseconds since 1970; keywords and booleans in lower case. */
  values: Record<string, (string | number)[]>
}

/** The searchable fields of a document. */
export function analyseRow(
  index: IndexDefinition,
  fields: Record<string, SearchValue>
): AnalysedRow {
  const row: AnalysedRow = { words: {}, values: {} }
  for (const [name, field, given] of searched(index, fields)) {
    const { kind } = field
    if (kind === 'text') row.words[name] = given.map((one) => analyseValue(field, String(one)))
    else row.values[name] = given.map((one) => comparable(kind, one))
  }
  return row
}

/** Receives all terms of a row. */
export interface RowTaker extends WordTaker {
  takeKey(key: string): void
  takeValue(field: string, value: string | number): void
}

/** Streams the output of `analyseRow` and uses little memory. */
export function scanRow(
  index: IndexDefinition,
  fields: Record<string, SearchValue>,
  taker: RowTaker
): void {
  for (const [name, field, given] of searched(index, fields)) {
    const { kind } = field
    for (const one of given) {
      if (kind === 'text') {
        eachWord(String(one), taker)
        for (const key of keysOfValue(field, String(one))) taker.takeKey(key)
      } else taker.takeValue(name, comparable(kind, one))
    }
  }
}

function* searched(
  index: IndexDefinition,
  fields: Record<string, SearchValue>
): Generator<[name: string, field: IndexField, given: (string | number | boolean)[]]> {
  for (const [name, value] of Object.entries(fields)) {
    const field = index.fields[name]
    const given = (Array.isArray(value) ? value : [value]).filter((one) => one !== null)
    if (field && given.length) yield [name, field, given]
  }
}

function comparable(kind: string, value: string | number | boolean): string | number {
  switch (kind) {
    case 'number':
      return Number(value)
    case 'date':
      return Date.parse(`${String(value)}T00:00:00Z`) / MILLISECONDS_A_DAY
    case 'datetime':
      return Date.parse(String(value))
    default:
      return String(value).toLowerCase()
  }
}

/** A parent and one of its children as one row. */
export function joinRows(parent: AnalysedRow, child: AnalysedRow): AnalysedRow {
  return {
    words: { ...parent.words, ...child.words },
    values: { ...parent.values, ...child.values },
  }
}

/** Whether a row matches a tree. */
export function matches(tree: QueryTree, row: AnalysedRow): boolean {
  switch (tree.op) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return tree.of.every((part) => matches(part, row))
    case 'or':
      return tree.of.some((part) => matches(part, row))
    case 'not':
      return !matches(tree.of, row)
    default:
      return leafMatches(tree, row)
  }
}

/** Whether a row matches a tree regardless of some of its fields; false if uncertain. */
export function matchesRegardlessOfFields(
  tree: QueryTree,
  row: AnalysedRow,
  open: ReadonlySet<string>
): boolean {
  const known = {
    words: withoutFields(row.words, open),
    values: withoutFields(row.values, open),
  }
  const surely = (part: QueryTree): boolean => {
    if (part.op === 'and') return part.of.every(surely)
    if (part.op === 'or') return part.of.some(surely)
    return part.op === 'not' ? !possibly(part.of) : matches(part, known)
  }
  const possibly = (part: QueryTree): boolean => {
    if (part.op === 'and') return part.of.every(possibly)
    if (part.op === 'or') return part.of.some(possibly)
    if (part.op === 'not') return !surely(part.of)
    return matches(part, known) || listQueryLeaves(part).some((leaf) => looksAt(leaf, open))
  }
  return surely(tree)
}

const looksAt = (leaf: QueryLeaf, fields: ReadonlySet<string>) =>
  'field' in leaf ? fields.has(leaf.field) : leaf.fields.some((field) => fields.has(field))

function withoutFields<T>(
  fields: Record<string, T>,
  without: ReadonlySet<string>
): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !without.has(name)))
}

function leafMatches(leaf: QueryLeaf, row: AnalysedRow): boolean {
  if (leaf.op === 'is')
    return valuesOf(row, leaf.field).some((value) => leaf.values.includes(value))
  if (leaf.op === 'range') {
    const { from, to } = leaf
    return valuesOf(row, leaf.field).some(
      (value) => (from === null || Number(value) >= from) && (to === null || Number(value) <= to)
    )
  }
  const holds = textMatcher(leaf)
  return leaf.fields.some((field) => (row.words[field] ?? []).some(holds))
}

function valuesOf(row: AnalysedRow, field: string): (string | number)[] {
  return row.values[field] ?? []
}

/** Decides whether a leaf matches the words of one value. */
function textMatcher(leaf: Exclude<QueryLeaf, { op: 'is' | 'range' }>): (words: Words) => boolean {
  if (isWordsLeaf(leaf)) {
    const fits = wordMatcher(leaf)
    return ({ exact }) => exact.some(fits)
  }
  switch (leaf.op) {
    case 'word':
      return (words) => words[leaf.form].includes(leaf.word)
    case 'phrase':
      return (words) => findPhrase(words[leaf.form], leaf.words).length > 0
    case 'near':
      return (words) => findNear(words[leaf.form], leaf.words, leaf.distance).length > 0
    case 'connected':
      return (words) => isConnected(leaf.chain, words)
  }
}

/** Keys of the matching parents and children. */
export interface Matching {
  parents: Set<number>
  children: Set<number>
}

/**
 * The parents and children that match. A child matches with its parent's fields included. A
 * parent matches if one of its children does, or its own row if it has one.
 */
export function bruteForce(
  tree: QueryTree,
  index: IndexDefinition,
  parents: Pick<ParentDocument, 'key' | 'fields'>[],
  children: Pick<ChildDocument, 'key' | 'fields' | 'parent'>[]
): Matching {
  const found: Matching = { parents: new Set(), children: new Set() }
  const rows = new Map(parents.map(({ key, fields }) => [key, analyseRow(index, fields)]))
  const withChildren = new Set<number>()
  for (const { key, parent, fields } of children) {
    const own = rows.get(parent)
    if (!own) continue
    withChildren.add(parent)
    if (!matches(tree, joinRows(own, analyseRow(index, fields)))) continue
    found.children.add(key)
    found.parents.add(parent)
  }
  for (const [key, row] of rows) {
    if (index.ownRow === 'without children' && withChildren.has(key)) continue
    if (matches(tree, row)) found.parents.add(key)
  }
  return found
}
