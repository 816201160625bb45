/**
 * `defineSearchIndex`: the searchable records of a plugin. One declaration per
 * index defines the fields an engine stores, the names allowed in queries, and
 * the rows to index again after a change.
 */
import type { IndexDefinition, IndexField } from '#app/search_engine/index_definition'

/**
 * A value in SQL: an expression over the tables of its statement, or the
 * value of a field of an API resource.
 */
export type SearchSql = string | ResourceValue

/** `row` is the alias of the resource's table in the statement. */
export interface ResourceValue {
  resource: string
  field: string
  row: string
}

/** The value of a resource's API field, so that search results match the API. */
export function shownBy(resource: string, field: string, row: string): ResourceValue {
  return { resource, field, row }
}

/** Columns that may contain a record's text; the first that isn't empty is used. */
export interface TextSource {
  column: string
  /** Tags are stripped before tokenization. */
  html: boolean
}

export interface SearchField extends IndexField {
  /** The field's value. Without `sql` or `texts`, the field is a slot: null until an extension fills it. */
  sql?: SearchSql
  /** Source of a long text. */
  texts?: TextSource[]
  /**
   * SQL for all values, each with the value above it and its names: a query for a value also
   * matches all values below it (courts). Other values are rejected.
   */
  tree?: string
  /** All values, as stored. Other values are rejected. */
  values?: readonly string[]
}

/**
 * How to find documents from rows of a table. `$1` is an array of changed keys (bigint[], or text[] where
 * the key is text) of the column under which the table's plugin publishes it.
 */
export interface Followed {
  /** The keys are keys of parents or of children; documents that are no longer loaded are removed. */
  are?: 'parents' | 'children'
  /** SQL that returns the `key` of each parent whose own fields may have changed. */
  parents?: string
  /** SQL that returns the `key` of each child that may have changed. */
  children?: string
  /** The fields whose values come from the table; any by default. */
  fields?: readonly string[]
  /**
   * The fields that change when the server derives a change of the table from other rows
   * (`origin` of a change); by default `fields`.
   */
  derived?: readonly string[]
}

/** For tables published under a column with keys of parents or of children. */
export const THE_KEYS = 'SELECT key FROM unnest($1::bigint[]) AS key'

/** Rows that become documents; the fields of their level are expressions over `from`. */
export interface DocumentRows {
  /** `opinions o JOIN opinion_clusters c ON c.id = o.cluster_id` */
  from: string
  /** Column with the key: `o.id`. */
  key: string
  /** Condition on rows; all rows by default. */
  where?: string
}

export interface ParentRows extends DocumentRows {
  /** Date of a `ParentDocument`. */
  date: string
  /** Factor of a `ParentDocument`; 1 by default. */
  factor?: string
}

export interface ChildRows extends DocumentRows {
  /** Column with the parent's key: `o.cluster_id`. */
  parent: string
}

export interface SearchIndexDefinition extends IndexDefinition {
  /** Label: `Opinions`. */
  label: string
  fields: Record<string, SearchField>
  documents: { parents: ParentRows; children?: ChildRows }
  /**
   * Columns with the time of the last change to the row or to related rows it shows: for
   * consumers whose position was pruned.
   */
  modified?: { parents: string[]; children?: string[] }
  /** Tables whose changes affect the index, by name; plugins publish them. Includes the tables of parents and children. */
  follows: Record<string, Followed>
}

/** Declares an index. A parent has its own row by default. */
export function defineSearchIndex(
  definition: Omit<SearchIndexDefinition, 'ownRow'> & { ownRow?: SearchIndexDefinition['ownRow'] }
): SearchIndexDefinition {
  return { ownRow: 'always', ...definition }
}

/** Additions to another plugin's index: values of slots, fields, and the tables to follow for them. */
export interface SearchIndexExtension {
  extendsIndex: string
  fields?: Record<string, SearchField>
  follows?: Record<string, Followed>
}

/** Extends an index of a required plugin. A field replaces the slot with the same name. */
export function extendSearchIndex(
  index: string,
  extension: Omit<SearchIndexExtension, 'extendsIndex'>
): SearchIndexExtension {
  return { extendsIndex: index, ...extension }
}
