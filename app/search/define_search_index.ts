/**
 * `defineSearchIndex`: what of a plugin's records can be searched. One
 * declaration per index yields the words engines keep, the names queries may
 * use, and the rows that must be indexed again when something changes.
 *
 * An index holds parents (a cluster, a docket, a person) and, where it
 * declares them, children (an opinion, a document). What is said of a parent
 * is said of each of its children, too: `caseName:smith AND type:dissent`
 * looks for a dissent in a case called Smith. A parent matches when its own
 * row or one of its children does.
 */

/**
 * - `text`: words, stemmed and as written
 * - `keyword`: the whole value, whatever its letters' case: an address, a hash
 * - `number`: a number, or several
 * - `date`: a calendar day
 * - `datetime`: a point in time
 * - `boolean`: `true` or `false`
 */
export type SearchFieldKind = 'text' | 'keyword' | 'number' | 'date' | 'datetime' | 'boolean'

export interface SearchField {
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
  /** Weight in the ranking of terms without a field; without one, such terms do not look here. */
  weight?: number
  /** Other spellings a query may use: `case_name` for `caseName`. */
  aliases?: string[]
}

/** Text: words. Numbers, booleans and dates as PostgreSQL's JSON writes them: `2020-01-31`, `2020-01-31T10:00:00.123456+00:00`. */
export type SearchValue = string | number | boolean | null | (string | number)[]

export interface SearchDocument {
  /** Key of the record. */
  key: number
  fields: Record<string, SearchValue>
}

export interface ParentDocument extends SearchDocument {
  /** The day newest-first lists and the ranking go by; null: unknown, and last. */
  date: string | null
  /** What the ranking multiplies a score with: the standing of the court. 1 for none. */
  factor: number
}

export interface ChildDocument extends SearchDocument {
  parent: number
}

/** How rows of a table lead to documents. `$1` is an array of changed keys (bigint[], or text[] where the key is text). */
export interface Followed {
  /** SQL that answers with the `key` of each parent whose own fields may have changed. */
  parents?: string
  /** SQL that answers with `parent` and `key` of each child that may have changed. */
  children?: string
}

export interface SearchIndexDefinition {
  /** Names its files: `opinions`. */
  name: string
  /** For people: `Opinions`. */
  label: string
  fields: Record<string, SearchField>
  /** When a parent has a row of its own, besides those of its children. */
  ownRow: 'always' | 'without children'
  /** Years in which age takes four fifths of the weight from a score (search.md 5). */
  yearsOfAge: number
  documents: {
    /**
     * SQL for parents. Columns: `key`, `date`, `factor`, and one by the name of each field of level
     * `parent`. The placeholder `:which` is the condition that picks rows: replaced by `= ANY($1)` or by
     * a range of keys, it follows the key column: `WHERE c.id :which`.
     */
    parents: string
    /** SQL for children: `key`, `parent`, and a column for each field of level `child`; `:which` follows the child's key. */
    children?: string
    /** Column expression of the parent's key in `children`: `o.cluster_id`. */
    parentOfChild?: string
  }
  /** Tables whose changes matter, by name. The tables of parents and children themselves are named, too. */
  follows: Record<string, Followed>
}

/** Declares an index. */
export function defineSearchIndex(definition: SearchIndexDefinition): SearchIndexDefinition {
  return definition
}

/** Names of the fields that terms without a field look into, with their weights. */
export function searchedFields({ fields }: SearchIndexDefinition): Record<string, number> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { weight }]) => (weight ? [[name, weight]] : []))
  )
}
