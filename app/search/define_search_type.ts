/**
 * `defineSearchType`: a value of the parameter `type` of the search
 * endpoint: the index it searches, its parameters and orders, and the fields
 * of its results (specification, Search; search.md 1 to 3).
 */

import type { Schema } from '#api/openapi/schema'
import type { SearchSql, TextSource } from './define_search_index.js'

/** Values that are record IDs. */
export interface ListedValues {
  resource: string
  /** Field with the record's name. */
  label: string
  /** Example IDs. */
  examples: string[]
}

/** How a parameter filters a search. Fields are index fields. */
export type SearchParameter = {
  description: string
  /** Label, if the name isn't clear. */
  label?: string
} & (
  | /** Words and phrases in a text field, in the query language, all required by default. */
    { is: 'text'; field: string }
    /** A docket number: adjacent words, with at most one word in between. */
  | { is: 'docket number'; field: string }
  /** A citation: the phrase of volume, reporter, and page, in any spelling of the reporter. */
  | { is: 'citation'; field: string }
  /** Courts by ID, including the courts below each. */
  | { is: 'courts'; field: string; listed?: ListedValues }
  /** First or last day of a range of a date field; accepts partial and relative dates. `other` is the parameter of the other end. */
  | {
      is: 'after' | 'before'
      field: string
      other: string
      /** Whether forms offer recent periods: the past week, this term, and others. */
      recent?: boolean
    }
  /** Inclusive bounds of a number. */
  | { is: 'least' | 'most'; field: string; other: string }
  /** One number. */
  | { is: 'number'; field: string }
  /** A whole value, case-insensitive. */
  | { is: 'value'; field: string }
  /** Keys, separated by commas or spaces. */
  | { is: 'keys'; field: string }
  /** `on` matches only records whose boolean field is true. */
  | { is: 'flag'; field: string }
  /** A code of a list; the index may store it as a different text. */
  | {
      is: 'code'
      field: string
      codes: Record<string, string | number>
      /** Labels of the codes. */
      meanings: Record<string, string>
    }
)

/** A facet of the results page; each value is a link that filters the search. */
export interface SearchFacet {
  /** Label: `Court`. */
  label: string
  /** Facet field of the index. */
  field: string
  /** Parameter that filters by a value; for years, the two ends of a period. Without it, the values are those of the boxes. */
  parameter?: string
  years?: { after: string; before: string }
  /** SQL for the value, its name, and its group, if values are grouped; `$1` is an array of values (text[]), null for all. */
  named?: string
  /** SQL for the values that forms offer; all by default. Searches accept the others, too. */
  offered?: string
}

/** A sort field. */
export interface SearchOrderPart {
  name: string
  descending: boolean
  /** Label, if its name isn't clear. */
  label?: string
}

/** Checkboxes that each include a value: `stat_Published=on`. With none, `standard` values are included. */
export interface SearchBoxes {
  field: string
  /** Prefix of a value in its parameter name: `stat_`. */
  prefix: string
  values: string[]
  standard: string[]
}

/** Fields of a JSON object, by name. */
export type ResultFields = Record<string, SearchSql>

/**
 * Statements return `key` and `json`; `$1` is an array of keys (bigint[]). Declarations have
 * `:json` in place of the object of `fields`; the host writes it with sorted keys.
 */
export interface SearchResults {
  /** SQL for hits, without score, snippet, and children; null and `[]` are placeholders for the latter two. */
  hits: string
  fields: ResultFields
  /** Schemas of fields that are not in the index, if they aren't strings. */
  shapes?: Record<string, Schema>
  /** SQL for the matching children shown in a hit. */
  children?: {
    list: string
    sql: string
    fields: ResultFields
    most: number
    /** `sql` orders them: the order of children with equal scores. */
    ordered?: boolean
    /** Maximum when the query names the field. */
    wideWhen?: { field: string; most: number }
    /** Name of the field in `meta` that is true when more children match than are shown: `more_docs`. */
    more?: string
  }
  /** Whether v3 returns one flat row for each child instead of one for each hit. */
  perChild?: boolean
  /** Source and fields of snippets. */
  snippet?: {
    level: 'hit' | 'child'
    /** Index field of these texts. */
    field: string
    /** `opinions o` */
    from: string
    /** `o.id` */
    key: string
    /** Columns; the first that isn't empty is used. */
    texts: TextSource[]
  }
  /** SQL for additional values that pages show of a hit: `key` (`$1`: bigint[]) and `json`. */
  shownOnPages?: string
  /** Fields with highlighted matches; names are those of the results, and of the index by default. */
  highlighted: Record<string, { level: 'hit' | 'child'; field?: string }>
}

/** A field that names a record, and the boost for each word of the name, as a multiple of the score of a rare word. */
export interface NameBoost {
  /** Names match words in any order, including synonyms; numbers and citations match exactly. */
  is: 'name' | 'number' | 'citation'
  /** Boost when it contains each of several words. */
  several: number
  /** Boost when it contains the only word of a query. */
  one: number
  /** Used instead for words that look like a case name. */
  caseName?: number
  /** Boost when it contains one of several words that few names have: `miranda warnings`. */
  part?: number
}

/** Semantic search of a type (search.md 8), and its `related:` queries. */
export interface SemanticSettings {
  /** The long text of children whose passages have vectors, also searched for quoted phrases. */
  field: string
  /**
   * SQL of a summary of the parent, for one of its children. The built-in model embeds its
   * passages as well. HTML or plain text; empty for the other children.
   */
  summary?: string
  /** Number fields with the keys of parents and of children. */
  keys: { parent: string; child: string }
  /** Maximum number of closest passages found for one search. */
  neighbours: number
}

/** A field derived from the others of a result. */
interface DerivedField {
  schema: Schema
  of: (result: Record<string, unknown>) => unknown
}

export interface SearchTypeDefinition {
  /** Value of `type`. */
  code: string
  /** Label: `Case law`. */
  label: string
  /** Its name in tools for AI clients: `opinion-search`. */
  toolName: string
  description: string
  index: string
  /** A noun for a result. */
  grain: 'parent' | 'child'
  parameters: Record<string, SearchParameter>
  boxes?: SearchBoxes
  /** In display order. */
  facets?: SearchFacet[]
  /** Values of `order_by`, in addition to `score desc` and random orders. */
  orders: Record<string, SearchOrderPart[]>
  standardOrder: string
  /** Code of the type whose rows v3 shows instead, with the same parameters. */
  flatAs?: string
  /** Field descriptions, by field. */
  names?: Record<string, NameBoost>
  /** Field of a result with the key of its record; `id` by default. */
  recordKey?: string
  /** Number field with the key of a hit, for results that match most of the words. */
  hitKey?: string
  /** Number field with a record's citation count. It breaks ties between records with the same name. */
  citedField?: string
  /** Semantic search, with the parameter `semantic` and by POST; only if results are parents. */
  semantic?: SemanticSettings
  results: SearchResults
  /** Fields that tools for AI clients add to a result, by name. */
  derived?: Record<string, DerivedField>
}

/** Declares a search type. */
export function defineSearchType(definition: SearchTypeDefinition): SearchTypeDefinition {
  return definition
}

/** Additions to another plugin's search type: fields of its results and their children. */
export interface SearchTypeExtension {
  extendsType: string
  hits?: ResultFields
  children?: ResultFields
  parameters?: Record<string, SearchParameter>
  facets?: SearchFacet[]
}

/** Extends a search type of a required plugin. A field replaces the field with the same name. */
export function extendSearchType(
  code: string,
  extension: Omit<SearchTypeExtension, 'extendsType'>
): SearchTypeExtension {
  return { extendsType: code, ...extension }
}
