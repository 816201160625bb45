/**
 * Computes the score of rows by the formula, scanning every row: FTS5's BM25, times
 * the factors of age and court (search.md 5).
 */
import { analyse, type Words } from '#app/search_engine/analysis/analyse'
import type { SearchValue } from '#app/search_engine/index_definition'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { findPhrase } from '#app/search_engine/query/find_phrases'
import type { QueryLeaf } from '#app/search_engine/query/tree'
import type { Archive } from './archive.js'

export interface ScoredRow {
  parent: number
  /** Null for the parent's own row. */
  child: number | null
  date: string | null
  factor: number
  texts: Record<string, Words[]>
  /** Number of words of the row as stored by the engine: both forms, markers, and gaps. */
  length: number
}

type Phrase = Extract<QueryLeaf, { op: 'word' | 'phrase' }>

const K1 = 1.2
const B = 0.75

export function buildScoredRows(
  index: SearchIndexDefinition,
  { parents, children }: Archive,
  lengthOf: (
    texts: Record<string, Words[]>,
    fields: Record<string, SearchValue>,
    siblings: number,
    index: SearchIndexDefinition
  ) => number
): ScoredRow[] {
  const rows: ScoredRow[] = []
  const add = (
    parent: Archive['parents'][number],
    child: number | null,
    fields: Record<string, SearchValue>,
    /** Other rows of the parent. */
    siblings: number
  ) => {
    const texts: Record<string, Words[]> = {}
    for (const [name, value] of Object.entries(fields))
      if (index.fields[name]?.kind === 'text' && value !== null)
        texts[name] = (Array.isArray(value) ? value : [value]).map((one) => analyse(String(one)))
    const { date, factor, key } = parent
    rows.push({
      parent: key,
      child,
      date,
      factor,
      texts,
      length: lengthOf(
        texts,
        Object.fromEntries(Object.entries(fields).filter(([name]) => index.fields[name])),
        siblings,
        index
      ),
    })
  }
  for (const parent of parents) {
    const shared = Object.fromEntries(
      Object.entries(parent.fields).filter(([name]) => !index.fields[name]?.ownRow)
    )
    const its = children.filter((child) => child.parent === parent.key)
    if (index.ownRow === 'always' || !its.length) add(parent, null, parent.fields, its.length)
    for (const { key, fields } of its)
      add(
        parent,
        key,
        { ...shared, ...fields },
        index.ownRow === 'always' ? its.length : its.length - 1
      )
  }
  return rows
}

/** Score of each row. Every phrase of the row counts, independent of the others. */
export function computeScores(
  index: SearchIndexDefinition,
  rows: ScoredRow[],
  phrases: Phrase[],
  today: string
): number[] {
  const average = rows.reduce((sum, { length }) => sum + length, 0) / rows.length
  const scores = rows.map(() => 0)
  for (const phrase of phrases) {
    const counts = rows.map((row) => occurrences(row, phrase))
    const having = counts.filter((count) => Object.values(count).some(Boolean)).length
    const idf = Math.max(1e-6, Math.log((rows.length - having + 0.5) / (having + 0.5)))
    counts.forEach((count, at) => {
      const weighted = Object.entries(count).reduce(
        (sum, [field, times]) => sum + times * (index.fields[field]!.weight ?? 1),
        0
      )
      const long = 1 - B + (B * rows[at]!.length) / average
      scores[at]! += (idf * weighted * (K1 + 1)) / (weighted + K1 * long)
    })
  }
  return scores.map(
    (score, at) => score * computeAgeFactor(index, rows[at]!.date, today) * rows[at]!.factor
  )
}

/** The factor of a record's age (search.md 5). */
export function computeAgeFactor(
  { yearsOfAge }: SearchIndexDefinition,
  date: string | null,
  today: string
): number {
  if (yearsOfAge === undefined) return 1
  const days = (Date.parse(today) - Date.parse(date ?? '1600-01-01')) / 86_400_000
  return 0.1 + 0.9 * Math.exp((Math.log(0.2) * Math.max(0, days)) / 365.25 / yearsOfAge)
}

function occurrences({ texts }: ScoredRow, phrase: Phrase): Record<string, number> {
  const words = phrase.op === 'word' ? [phrase.word] : phrase.words
  return Object.fromEntries(
    phrase.fields.map((field) => [
      field,
      (texts[field] ?? []).reduce(
        (sum, value) => sum + findPhrase(value[phrase.form], words).length,
        0
      ),
    ])
  )
}
