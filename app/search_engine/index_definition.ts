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
 * - `text`: words, both stemmed and as written
 * - `keyword`: the whole value, case-insensitive, such as an ID or a hash
 * - `number`: one number or several
 * - `date`: a calendar day
 * - `datetime`: a point in time
 * - `boolean`: `true` or `false`
 */
export type SearchFieldKind = 'text' | 'keyword' | 'number' | 'date' | 'datetime' | 'boolean'

export interface IndexField {
  kind: SearchFieldKind
  /** Whether it is a field of parents or of children. */
  level: 'parent' | 'child'
  /**
   * Stored only with the parent's own row, because the value is long and shared by many
   * children (the parties of a docket). It still applies to all of them.
   */
  ownRow?: boolean
  /** A record can have several values. Phrases don't match across values. */
  several?: boolean
  /** The shape of its values, which are parsed and matched part by part. Text only. */
  shape?: 'docket number'
  /** Its values are names, whose words are searched with all their abbreviations. Text only. */
  names?: 'organization' | 'person'
  /**
   * Hits can be counted by it. Only for single-value fields of any kind except text and
   * datetime.
   */
  facet?: boolean
  /** Lists can be ordered by it. Only for single-value fields of any kind except text. */
  sorted?: boolean
  /** Ranking weight for terms without a field; if absent, such terms don't search this field. */
  weight?: number
  /** Aliases for queries: `nature_of_suit` for `suitNature`. Case and underscores never matter. */
  aliases?: string[]
}

export interface IndexDefinition {
  /** References that queries of the index may contain. Not sent to an engine's threads. */
  language?: QueryLanguage
  /** Base name of its files: `opinions`. */
  name: string
  fields: Record<string, IndexField>
  /** When a parent has its own row in addition to the rows of its children. */
  ownRow: 'always' | 'without children'
  /**
   * Number of years after which age has reduced a score by four fifths. By default, age doesn't
   * affect scores.
   */
  yearsOfAge?: number
  /**
   * How documents are built. The engine doesn't interpret it, but an index with a different
   * value is a different index and is rebuilt. Without `children`, parents have none.
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
  /** The day used for newest-first lists and for ranking; null if unknown, which sorts last. */
  date: string | null
  /** Factor for the score in ranking; 1 for no effect. */
  factor: number
}

export interface ChildDocument extends SearchDocument {
  parent: number
}

/** @throws Error for a facet without a single value to count by */
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

/** Names of the fields that terms without a field search, with their weights. */
export function searchedFields({
  fields,
}: Pick<IndexDefinition, 'fields'>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { weight }]) => (weight ? [[name, weight]] : []))
  )
}
