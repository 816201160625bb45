/**
 * The contents of a Typesense collection: the rows of one index, its vectors, its words, and
 * its state, so that one alias switches all of them.
 */
import { hash } from 'node:crypto'
import type { CollectionCreateSchema } from 'typesense'
import { ANALYSIS_VERSION } from '../../analysis/analyse.js'
import type { WordForm } from '../../query/tree.js'
import {
  requireSingleValue,
  type IndexDefinition,
  type IndexField,
} from '../../index_definition.js'

type CollectionField = NonNullable<CollectionCreateSchema['fields']>[number]

/**
 * Kinds of documents: a child; the searchable row of a parent with or without children; the row
 * of a parent that isn't searched; a vector; a word; the state.
 */
export type Kind = 'child' | 'own' | 'lone' | 'idle' | 'chunk' | 'word' | 'state'

export interface Field extends IndexField {
  name: string
  /** Only the parent's own row has the field, although it applies to all of its rows. */
  own: boolean
}

/** Collection fields whose names are derived from a field of the index. */
export const exactField = (name: string) => `e_${name}`
export const stemField = (name: string) => `s_${name}`
export const keyField = (name: string) => `t_${name}`
/** The field that contains words of a given form. */
export const formField = (form: WordForm, name: string) =>
  ({ stem: stemField, exact: exactField, key: keyField })[form](name)
export const valueField = (name: string) => `k_${name}`
export const numberField = (name: string) => `n_${name}`
/** A keyword to sort by. Only if lists are ordered by it. */
export const textOrderField = (name: string) => `o_${name}`
/** A value as text, for facets. */
export const facetField = (name: string) => `f_${name}`
/** The beginning of a keyword to sort by. */
export const beginningField = (name: string) => `b_${name}`

/** Last visible generation of current rows. */
export const FOREVER = Number.MAX_SAFE_INTEGER
/** Day of rows without a date. */
export const NO_DAY = -1_000_000
const DIMENSIONS = 768

/** Increased when the format of collections changes. */
const VERSION = 3

/** Prefix of the names of everything stored for an index. */
export const indexPrefix = (prefix: string, index: string) => `${prefix}-${index}-`

export class Layout {
  readonly fields: Map<string, Field>

  constructor(readonly index: IndexDefinition) {
    this.fields = new Map(
      Object.entries(index.fields).map(([name, field]) => {
        requireSingleValue(index.name, name, field)
        const isValue = !field.several && field.kind !== 'text'
        return [name, { ...field, name, own: Boolean(field.ownRow) && !isValue }]
      })
    )
  }

  /**
   * Alias of the live index. An index with a different definition has a different alias and is
   * rebuilt.
   */
  alias(prefix: string): string {
    const { name, ownRow, documents, fields } = this.index
    const kept = Object.entries(fields).map(([field, given]) => {
      const { kind, level, several, ownRow: own, facet, sorted, shape } = given
      const flags = [several, own, facet, sorted].map(Boolean)
      return [field, kind, level, ...flags, ...(shape ? [shape] : [])]
    })
    const text = JSON.stringify([VERSION, ANALYSIS_VERSION, ownRow, documents, kept])
    return `${indexPrefix(prefix, name)}${hash('sha256', text, 'hex').slice(0, 10)}`
  }

  /** @throws Error for a field the index does not have */
  field(name: string): Field {
    const field = this.fields.get(name)
    if (!field) throw new Error(`The index "${this.index.name}" has no field "${name}".`)
    return field
  }

  /** The collection's schema. Fields that are not in it are stored but not indexed. */
  schema(name: string): CollectionCreateSchema {
    const optional = { optional: true }
    const fixed: CollectionField[] = [
      { name: 'kind', type: 'string' },
      { name: 'since', type: 'int64', ...optional },
      { name: 'until', type: 'int64', ...optional },
      { name: 'parent', type: 'int64', facet: true, ...optional },
      { name: 'child', type: 'int64', ...optional },
      { name: 'pk', type: 'int64', ...optional },
      { name: 'day', type: 'int32', ...optional },
      { name: 'shuffled', type: 'int32', ...optional },
      { name: 'parent_shuffled', type: 'int32', ...optional },
      { name: 'present', type: 'string[]', ...optional },
      { name: 'w', type: 'string', ...optional },
      { name: 'vector', type: 'float[]', num_dim: DIMENSIONS, vec_dist: 'cosine', ...optional },
    ]
    const own = [...this.fields.values()].flatMap((field): CollectionField[] =>
      fieldsOf(field).map((one) => ({ ...one, ...optional }))
    )
    return { name, fields: [...fixed, ...own] }
  }
}

function fieldsOf(field: Field): CollectionField[] {
  const counted = { name: facetField(field.name), type: 'string', facet: true } as const
  return [...searchedFields(field), ...(field.facet ? [counted] : [])]
}

function searchedFields({ name, kind, several, sorted, shape }: Field): CollectionField[] {
  switch (kind) {
    case 'text':
      return [exactField(name), stemField(name), ...(shape ? [keyField(name)] : [])].map((one) => ({
        name: one,
        type: 'string[]',
      }))
    case 'keyword':
      return [
        { name: valueField(name), type: 'string[]' },
        ...(sorted
          ? ([
              { name: textOrderField(name), type: 'string', sort: true },
              { name: beginningField(name), type: 'int64', sort: false },
            ] as const)
          : []),
      ]
    case 'boolean':
      return [{ name: valueField(name), type: 'string[]' }]
    default:
      return [
        several
          ? { name: numberField(name), type: 'int64[]' }
          : { name: numberField(name), type: 'int64', sort: Boolean(sorted) },
      ]
  }
}
