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
 * A value in SQL: an expression over the tables of the statement it stands
 * in, or what a resource of the API shows in one of its fields.
 */
export type SearchSql = string | ResourceValue

/** `row` is how the statement calls the resource's table. */
export interface ResourceValue {
  resource: string
  field: string
  row: string
}

/** What the API shows in a field of a resource, so that search shows the same. */
export function shownBy(resource: string, field: string, row: string): ResourceValue {
  return { resource, field, row }
}

/** Columns that may hold a record's text; the first that is not empty counts. */
export interface TextSource {
  column: string
  /** Tags are stripped before its words are taken. */
  html: boolean
}

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
  /** Its value. Without one or `texts` it is a slot: null until an extension fills it. */
  sql?: SearchSql
  /** Where a long text comes from. */
  texts?: TextSource[]
  /**
   * Kept with the parent's own row only, because it is long and shared by
   * many children (the parties of a docket). It still holds for all of them.
   */
  ownRow?: boolean
  /** A record has several values. A phrase does not reach from one into the next. */
  several?: boolean
  /** Weight in the ranking of terms without a field; without one, such terms do not look here. */
  weight?: number
  /** SQL for `value` and the value it is `below`: who asks for one asks for those below it, too (courts). */
  tree?: string
  /** Other names a query may use: `nature_of_suit` for `suitNature`. Case and underscores make no difference anyway. */
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

/**
 * How rows of a table lead to documents. `$1` is an array of changed keys (bigint[], or text[] where
 * the key is text), of the column under which the table's plugin publishes it.
 */
export interface Followed {
  /** The keys are those of parents or of children; what is no longer loaded by them is removed. */
  are?: 'parents' | 'children'
  /** SQL that answers with the `key` of each parent whose own fields may have changed. */
  parents?: string
  /** SQL that answers with the `key` of each child that may have changed. */
  children?: string
}

/** For tables published under a column that holds keys of parents or of children. */
export const THE_KEYS = 'SELECT key FROM unnest($1::bigint[]) AS key'

/** Rows that become documents: the fields of their level are expressions over `from`. */
export interface DocumentRows {
  /** `opinions o JOIN opinion_clusters c ON c.id = o.cluster_id` */
  from: string
  /** Column of the key: `o.id`. */
  key: string
  /** Which rows; all unless said otherwise. */
  where?: string
}

export interface ParentRows extends DocumentRows {
  /** Of `ParentDocument`. */
  date: string
  /** Of `ParentDocument`; 1 unless said otherwise. */
  factor?: string
}

export interface ChildRows extends DocumentRows {
  /** Column of the parent's key: `o.cluster_id`. */
  parent: string
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
  documents: { parents: ParentRows; children?: ChildRows }
  /** Columns of the rows that say when they, or what they show of others, changed last: for who has lost the change log. */
  modified?: { parents: string[]; children?: string[] }
  /** Tables whose changes matter, by name; plugins publish them. The tables of parents and children themselves are named, too. */
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

/** What a plugin adds to the index of another: values of slots, fields, and what to follow for them. */
export interface SearchIndexExtension {
  extendsIndex: string
  fields?: Record<string, SearchField>
  follows?: Record<string, Followed>
}

/** Adds to an index of a plugin this one requires. A field replaces the slot of its name. */
export function extendSearchIndex(
  index: string,
  extension: Omit<SearchIndexExtension, 'extendsIndex'>
): SearchIndexExtension {
  return { extendsIndex: index, ...extension }
}
