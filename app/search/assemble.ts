/**
 * Assembles the search declarations of plugins: merges extensions into the
 * indexes and types they extend, compiles resource values to SQL, and checks
 * that references name declared fields.
 */
import { ident } from '#app/support/sql_text'
import type { Publication } from '#app/events/publication'
import {
  QueryLanguage,
  type QueryRewriter,
  type SynonymList,
  type ValueReader,
} from '#app/search_engine/query/language'
import type { Declared } from '#app/support/lazy'
import type { ResourceRegistry } from '#api/registry'
import { shownSql } from '#api/select/field_sql'
import { PluginError, type PluginErrorCode } from '#app/support/plugin_error'
import { EMBEDDED_TABLE } from './semantic/chunk_store.js'
import type {
  SearchIndexDefinition,
  SearchIndexExtension,
  SearchSql,
} from './define_search_index.js'
import type {
  ResultFields,
  SearchTypeDefinition,
  SearchTypeExtension,
} from './define_search_type.js'

type Extension = SearchIndexExtension | SearchTypeExtension

export interface SearchDeclarations {
  searchIndexes: Declared<SearchIndexDefinition>[]
  searchTypes: Declared<SearchTypeDefinition>[]
  searchExtensions: Declared<Extension>[]
  rewriters: Declared<QueryRewriter>[]
  valueReaders: Declared<ValueReader>[]
  synonyms: Declared<SynonymList>[]
}

/**
 * @returns indexes and types in which every value is SQL text
 * @throws PluginError
 */
export function assembleSearch(
  { searchIndexes, searchTypes, searchExtensions, ...language }: SearchDeclarations,
  resources: ResourceRegistry
): { indexes: SearchIndexDefinition[]; types: SearchTypeDefinition[] } {
  const byName = byUnique(searchIndexes, ({ name }) => name, 'E_DUPLICATE_SEARCH_INDEX', 'index')
  const byCode = byUnique(searchTypes, ({ code }) => code, 'E_DUPLICATE_SEARCH_TYPE', 'type')
  for (const { plugin, declaration } of searchExtensions) {
    if ('extendsIndex' in declaration)
      extendIndex(found(byName, declaration.extendsIndex, plugin, 'INDEX'), declaration)
    else extendType(found(byCode, declaration.extendsType, plugin, 'TYPE'), declaration)
  }
  const sql = (value: SearchSql) =>
    typeof value === 'string' ? value : shownSql(resources, value.resource, value.field, value.row)
  const queryLanguage = new QueryLanguage({
    rewriters: bare(language.rewriters),
    synonyms: bare(language.synonyms),
    values: bare(language.valueReaders),
  })
  const assembled = {
    indexes: [...byName.values()].map((index) => ({
      ...resolveIndex(withOrders(withVectors(index, byCode), byCode), sql),
      language: queryLanguage,
    })),
    types: [...byCode.values()].map((type) => resolveType(type, sql)),
  }
  for (const type of assembled.types) checkType(type, byName)
  return assembled
}

const bare = <T>(declared: Declared<T>[]) => declared.map(({ declaration }) => declaration)

function byUnique<T>(
  declared: Declared<T>[],
  nameOf: (declaration: T) => string,
  code: PluginErrorCode,
  what: string
): Map<string, T> {
  const all = new Map<string, T>()
  for (const { plugin, declaration } of declared) {
    const name = nameOf(declaration)
    if (all.has(name))
      throw new PluginError(
        code,
        `plugin "${plugin}" declares the search ${what} "${name}", which is already declared`
      )
    all.set(name, { ...declaration })
  }
  return all
}

function found<T>(all: Map<string, T>, name: string, plugin: string, what: 'INDEX' | 'TYPE'): T {
  const one = all.get(name)
  if (one) return one
  throw new PluginError(
    `E_UNKNOWN_SEARCH_${what}`,
    `plugin "${plugin}" names the search ${what.toLowerCase()} "${name}", which no plugin declares`
  )
}

function extendIndex(index: SearchIndexDefinition, extension: SearchIndexExtension): void {
  index.fields = { ...index.fields, ...extension.fields }
  index.follows = { ...index.follows, ...extension.follows }
}

function extendType(type: SearchTypeDefinition, extension: SearchTypeExtension): void {
  const { results } = type
  type.parameters = { ...type.parameters, ...extension.parameters }
  type.facets = [...(type.facets ?? []), ...(extension.facets ?? [])]
  type.results = {
    ...results,
    fields: { ...results.fields, ...extension.hits },
    children: results.children && {
      ...results.children,
      fields: { ...results.children.fields, ...extension.children },
    },
  }
}

/** Adds the table of embedded texts to the tables followed by an index with vectors. */
function withVectors(
  index: SearchIndexDefinition,
  types: Map<string, SearchTypeDefinition>
): SearchIndexDefinition {
  const { children } = index.documents
  const hasVectors = [...types.values()].some((type) => type.index === index.name && type.semantic)
  if (!hasVectors || !children) return index
  const { key, parent, from, where } = children
  const sql = `SELECT ${parent} AS parent, ${key} AS key FROM ${from} WHERE ${key} = ANY($1)`
  const followed = { children: where ? `${sql} AND (${where})` : sql }
  return { ...index, follows: { ...index.follows, [EMBEDDED_TABLE.table]: followed } }
}

/** Marks the fields that an order of a type names. */
function withOrders(
  index: SearchIndexDefinition,
  types: Map<string, SearchTypeDefinition>
): SearchIndexDefinition {
  const ordered = new Set(
    [...types.values()]
      .filter((type) => type.index === index.name)
      .flatMap(({ orders }) => Object.values(orders).flat())
      .map(({ name }) => name)
  )
  const fields = Object.entries(index.fields).map(([name, field]) => [
    name,
    ordered.has(name) ? { ...field, sorted: true } : field,
  ])
  return { ...index, fields: Object.fromEntries(fields) }
}

type Resolve = (value: SearchSql) => string

function resolveIndex(index: SearchIndexDefinition, sql: Resolve): SearchIndexDefinition {
  const fields = Object.entries(index.fields).map(([name, field]) => [
    name,
    field.sql === undefined ? field : { ...field, sql: sql(field.sql) },
  ])
  return { ...index, fields: Object.fromEntries(fields) }
}

function resolveType(type: SearchTypeDefinition, sql: Resolve): SearchTypeDefinition {
  const { hits, fields, children } = type.results
  const results = {
    ...type.results,
    hits: hits.replace(':json', () => jsonSql(fields, sql)),
    children: children && {
      ...children,
      sql: children.sql.replace(':json', () => jsonSql(children.fields, sql)),
    },
  }
  return { ...type, results }
}

/** A JSON object with its keys sorted by code point. */
function jsonSql(fields: ResultFields, sql: Resolve): string {
  const columns = Object.keys(fields)
    .sort()
    .map((name) => `${sql(fields[name]!)} AS ${ident(name)}`)
  return `(SELECT row_to_json(result) FROM (SELECT ${columns.join(', ')}) result)`
}

/**
 * Checks that the tables followed by indexes are published in the change log.
 *
 * @throws PluginError
 */
export function checkFollowed(indexes: SearchIndexDefinition[], publications: Publication[]): void {
  const published = new Set(publications.map(({ table }) => table))
  for (const { name, follows } of indexes) {
    for (const table of Object.keys(follows)) {
      if (!published.has(table))
        throw new PluginError(
          'E_NOT_PUBLISHED',
          `search index "${name}" follows the table "${table}", which no plugin publishes`
        )
    }
  }
}

function checkType(type: SearchTypeDefinition, indexes: Map<string, SearchIndexDefinition>): void {
  const index = indexes.get(type.index)
  if (!index)
    throw new PluginError(
      'E_UNKNOWN_SEARCH_INDEX',
      `search type "${type.code}" searches "${type.index}", which no plugin declares`
    )
  for (const { field } of type.facets ?? []) {
    if (index.fields[field] && !index.fields[field].facet)
      throw new PluginError(
        'E_UNKNOWN_SEARCH_FIELD',
        `search type "${type.code}" counts by the field "${field}", which isn't a facet of index "${index.name}"`
      )
  }
  for (const [what, field] of fieldsNamed(type)) {
    if (!(field in index.fields))
      throw new PluginError(
        'E_UNKNOWN_SEARCH_FIELD',
        `${what} of search type "${type.code}" names the field "${field}", which index "${index.name}" does not have`
      )
  }
}

function* fieldsNamed({
  parameters,
  orders,
  boxes,
  facets = [],
  names = {},
  semantic,
  results,
}: SearchTypeDefinition): Iterable<[what: string, field: string]> {
  for (const [name, { field }] of Object.entries(parameters)) yield [`parameter "${name}"`, field]
  for (const [name, order] of Object.entries(orders))
    for (const { name: field } of order) yield [`order "${name}"`, field]
  if (boxes) yield ['boxes', boxes.field]
  for (const { label, field } of facets) yield [`facet "${label}"`, field]
  for (const name of Object.keys(names)) yield ['names', name]
  if (semantic)
    for (const field of [semantic.field, semantic.keys.parent, semantic.keys.child])
      yield ['semantic', field]
  if (results.snippet) yield ['snippet', results.snippet.field]
  for (const [name, { field }] of Object.entries(results.highlighted))
    yield ['highlighted', field ?? name]
}
