/**
 * `defineSearchType`: a value of the parameter `type` of the search
 * endpoint: which index it searches, which parameters and orders it takes,
 * and what its results look like (specification, Search; search.md 1 to 3).
 */

import type { Schema } from '#api/openapi/schema'
import type { SearchSql, TextSource } from './define_search_index.js'

/** Values that are the IDs of records. */
export interface ListedValues {
  resource: string
  /** Field with the name of the record. */
  label: string
  /** A few of the IDs. */
  examples: string[]
}

/** How a parameter narrows a search. Fields are those of the index. */
export type SearchParameter = {
  description: string
  /** For people, where the name does not say it. */
  label?: string
} & (
  | /** Words and phrases in a text field, in the query language, all of them unless it says otherwise. */
    { is: 'text'; field: string; exact?: boolean }
    /** A docket number: next to each other, one word between at most. */
  | { is: 'docket number'; field: string }
  /** A citation: words as written, next to each other. */
  | { is: 'phrase'; field: string }
  /** Courts by ID, each with the courts below it. */
  | { is: 'courts'; field: string; listed?: ListedValues }
  /** First or last day of a range of a date field; partial and relative dates. `other` is the parameter of its other end. */
  | { is: 'after' | 'before'; field: string; other: string }
  /** Bounds of a number, inclusive. */
  | { is: 'least' | 'most'; field: string; other: string }
  /** One number. */
  | { is: 'number'; field: string }
  /** A whole value, whatever its letters' case. */
  | { is: 'value'; field: string }
  /** Keys, separated by commas or blanks. */
  | { is: 'keys'; field: string }
  /** `on` leaves only records whose boolean field is true. */
  | { is: 'flag'; field: string }
  /** A code of a list; the index may hold it in other words. */
  | {
      is: 'code'
      field: string
      codes: Record<string, string | number>
      /** What the codes mean, for people. */
      meanings: Record<string, string>
    }
)

/** What the page of results counts hits by, each value a link that narrows the search. */
export interface SearchFacet {
  /** For people: `Court`. */
  label: string
  /** Field of the index, declared as a facet there. */
  field: string
  /** Parameter that takes a value; of years the two ends of a period. Without one, values are those of the boxes. */
  parameter?: string
  years?: { after: string; before: string }
  /** SQL for the value, its name and, where values are shown in groups, the group's; `$1` is an array of values (text[]), null for all. */
  named?: string
}

/** A field results are sorted by. */
export interface SearchOrderPart {
  name: string
  descending: boolean
  /** What people call it, where its name does not say it. */
  label?: string
}

/** Boxes that each let a value through: `stat_Published=on`. With none, `standard` are let through. */
export interface SearchBoxes {
  field: string
  /** What comes in front of a value in the name of its parameter: `stat_`. */
  prefix: string
  values: string[]
  standard: string[]
}

/** Fields of a JSON object, by name. */
export type ResultFields = Record<string, SearchSql>

/**
 * Statements answer with `key` and `json`; `$1` is an array of keys (bigint[]). Declared, they hold
 * `:json` where the object of `fields` goes; the host writes it, its keys in alphabetical order.
 */
export interface SearchResults {
  /** SQL for hits. Score, snippet and children are not in it; blanks and `[]` keep the places of the latter two. */
  hits: string
  fields: ResultFields
  /** Schemas of fields that the index does not hold, where they are more than a text. */
  shapes?: Record<string, Schema>
  /** SQL for the matching children that are shown in a hit. */
  children?: {
    list: string
    sql: string
    fields: ResultFields
    most: number
    /** `sql` has an order: that of children that match equally well. */
    ordered?: boolean
    /** How many are shown instead when the query names the field. */
    wideWhen?: { field: string; most: number }
    /** Name in `meta` of whether more match than are shown: `more_docs`. */
    more?: string
  }
  /** Whether the flat rows of v3 are one for each child and not one for each hit. */
  perChild?: boolean
  /** Where snippets come from, and of what. */
  snippet?: {
    level: 'hit' | 'child'
    /** The field of the index that has these texts. */
    field: string
    /** `opinions o` */
    from: string
    /** `o.id` */
    key: string
    /** Columns, the first that is not empty counts. */
    texts: TextSource[]
  }
  /** SQL for what pages show of a hit besides its fields: `key` (`$1`: bigint[]) and `json`. */
  shownOnPages?: string
  /** Fields whose values are shown with their matches marked; names are those of the results, and of the index unless said otherwise. */
  highlighted: Record<string, { level: 'hit' | 'child'; field?: string }>
}

/** A field that names a record, and how many times the score of a rare word a record gains for each word of its name. */
export interface NameBoost {
  /** Names are looked for as words in any order, with their synonyms; numbers and citations as they are written. */
  is: 'name' | 'number' | 'citation'
  /** When it has each of several words. */
  several: number
  /** When it has the one word of a query. */
  one: number
  /** Instead, for words that look like the name of a case. */
  caseName?: number
  /** When it has one of several words that few names have: `miranda warnings`. */
  part?: number
}

/** How a type searches by meaning (search.md 8), and for what is `related:` to a record. */
export interface SemanticSettings {
  /** The long text of children whose passages have vectors, and in which quoted phrases are looked for. */
  field: string
  /** Fields of kind number that hold the keys of parents and of children. */
  keys: { parent: string; child: string }
  /** Most passages that are found for one search, those closest to it. */
  neighbours: number
  /** Smallest similarity, from 0 to 1, of a passage that is found. */
  atLeast: number
}

export interface SearchTypeDefinition {
  /** Value of `type`. */
  code: string
  /** For people: `Case law`. */
  label: string
  /** What tools of AI clients call a search of this type: `opinion-search`. */
  toolName: string
  description: string
  index: string
  /** What a result is. */
  grain: 'parent' | 'child'
  parameters: Record<string, SearchParameter>
  boxes?: SearchBoxes
  /** In the order in which they are shown. */
  facets?: SearchFacet[]
  /** Values of `order_by`, besides `score desc` and random ones. */
  orders: Record<string, SearchOrderPart[]>
  standardOrder: string
  /** Code of the type whose rows v3 shows for this one, with the same parameters. */
  flatAs?: string
  /** By field. */
  names?: Record<string, NameBoost>
  /** Field of kind number: how often a record is cited. It decides between records of the same name. */
  citedField?: string
  /** Search by meaning, with the parameter `semantic` and by POST; only where results are parents. */
  semantic?: SemanticSettings
  results: SearchResults
  /** What tools of AI clients add to a result, by name. */
  derived?: (result: Record<string, unknown>) => Record<string, unknown>
}

/** Declares a search type. */
export function defineSearchType(definition: SearchTypeDefinition): SearchTypeDefinition {
  return definition
}

/** What a plugin adds to the search type of another: fields of its results, and of their children. */
export interface SearchTypeExtension {
  extendsType: string
  hits?: ResultFields
  children?: ResultFields
  parameters?: Record<string, SearchParameter>
  facets?: SearchFacet[]
}

/** Adds to a search type of a plugin this one requires. A field takes the place of the one of its name. */
export function extendSearchType(
  code: string,
  extension: Omit<SearchTypeExtension, 'extendsType'>
): SearchTypeExtension {
  return { extendsType: code, ...extension }
}
