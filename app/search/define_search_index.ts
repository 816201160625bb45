/**
 * `defineSearchIndex`: what of a plugin's records can be searched. One
 * declaration per index yields the fields an engine keeps, the names queries
 * may use, and the rows that must be indexed again when something changes.
 */
import type { IndexDefinition, IndexField } from '#app/search_engine/index_definition'

/**
 * A value in SQL: an expression over the tables of the statement it is
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

export interface SearchField extends IndexField {
  /** Its value. Without one or `texts` it is a slot: null until an extension fills it. */
  sql?: SearchSql
  /** Where a long text comes from. */
  texts?: TextSource[]
  /** SQL for `value` and the value it is `below`: a query for one also finds those below it (courts). */
  tree?: string
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

export interface SearchIndexDefinition extends IndexDefinition {
  /** For people: `Opinions`. */
  label: string
  fields: Record<string, SearchField>
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
