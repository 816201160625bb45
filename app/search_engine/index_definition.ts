/**
 * Definition of an index: its fields and its documents.
 *
 * An index contains parents (a cluster, a docket, a person) and, if it
 * declares them, children (an opinion, a document). Fields of a parent also
 * apply to each of its children: `caseName:smith AND type:dissent` finds a
 * dissent in a case named Smith. A parent matches if its own row or one of its
 * children matches.
 */
import type { QueryLanguage } from './query/language.js'

/**
 * - `text`: words, stemmed and as written
 * - `keyword`: the whole value, not case-sensitive, such as an ID or a hash
 * - `number`: a number, or several
 * - `date`: a calendar day
 * - `datetime`: a point in time
 * - `boolean`: `true` or `false`
 */
export type SearchFieldKind = 'text' | 'keyword' | 'number' | 'date' | 'datetime' | 'boolean'

export interface IndexField {
  kind: SearchFieldKind
  /** Whose value it is. */
  level: 'parent' | 'child'
  /**
   * Kept with the parent's own row only, because it is long and shared by
   * many children (the parties of a docket). It still holds for all of them.
   */
  ownRow?: boolean
  /** A record has several values. A phrase does not reach from one into the next. */
  several?: boolean
  /** Its values are read as such, and found by their parts. Text only. */
  shape?: 'docket number'
  /** Hits can be counted by it: a field of a single value and any kind but text and datetime. */
  facet?: boolean
  /** Weight in the ranking of terms without a field; without one, such terms do not look here. */
  weight?: number
  /** Other names a query may use: `nature_of_suit` for `suitNature`. Case and underscores make no difference anyway. */
  aliases?: string[]
}

export interface IndexDefinition {
  /** References that queries of the index may contain. Not sent to an engine's threads. */
  language?: QueryLanguage
  /** Names its files: `opinions`. */
  name: string
  fields: Record<string, IndexField>
  /** When a parent has its own row, in addition to those of its children. */
  ownRow: 'always' | 'without children'
  /** Years in which age takes four fifths of the weight from a score. Age doesn't affect scores by default. */
  yearsOfAge?: number
  /**
   * How documents are read. The engine does not interpret it: an index whose
   * documents are read differently is another index and is rebuilt.
   * Without `children`, parents have none.
   */
  documents: { parents: unknown; children?: unknown }
}

/** Text: words. Numbers, booleans, and dates in JSON format: `2020-01-31`, `2020-01-31T10:00:00.123456+00:00`. */
export type SearchValue = string | number | boolean | null | (string | number)[]

export interface SearchDocument {
  /** Key of the record. */
  key: number
  fields: Record<string, SearchValue>
}

export interface ParentDocument extends SearchDocument {
  /** The day newest-first lists and the ranking go by; null: unknown, and last. */
  date: string | null
  /** What the ranking multiplies a score with; 1 for none. */
  factor: number
}

export interface ChildDocument extends SearchDocument {
  parent: number
}

/** @throws Error for a facet that has no single value to count by */
export function requireSingleValue(
  index: string,
  name: string,
  { facet, kind, several }: IndexField
): void {
  if (facet && (several || kind === 'text' || kind === 'datetime'))
    throw new Error(
      `Field "${name}" of index "${index}" has multiple values and cannot be a facet.`
    )
}

/** Names of the fields that terms without a field look into, with their weights. */
export function searchedFields({
  fields,
}: Pick<IndexDefinition, 'fields'>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { weight }]) => (weight ? [[name, weight]] : []))
  )
}
