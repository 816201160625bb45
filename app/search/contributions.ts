/**
 * What a plugin contributes to search.
 */
import type {
  OtherSpelling,
  QueryRewriter,
  SynonymList,
  ValueReader,
} from '#app/search_engine/query/language'
import type { LazyList } from '#app/support/lazy'
import type { SearchIndexDefinition, SearchIndexExtension } from './define_search_index.js'
import type { SearchTypeDefinition, SearchTypeExtension } from './define_search_type.js'
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { Reader } from '#app/database/reader'

export interface SearchContributions {
  /** Searchable records and their search fields. */
  searchIndexes?: LazyList<SearchIndexDefinition>
  /** Search types: what a search of an index returns. */
  searchTypes?: LazyList<SearchTypeDefinition>
  /** Additions to indexes and search types of required plugins. */
  searchExtensions?: LazyList<SearchIndexExtension | SearchTypeExtension>
  /** Functions that rewrite a query. */
  rewriters?: LazyList<QueryRewriter>
  /** Readers of the values of keyword fields in queries. */
  valueReaders?: LazyList<ValueReader>
  /** Functions that resolve references with the archive. */
  referenceResolvers?: LazyList<ReferenceResolver>
  /** Synonyms for all indexes. */
  synonyms?: LazyList<SynonymList>
  /** Buttons and sections of the results page. */
  searchActions?: LazyList<SearchAction>
  searchParts?: LazyList<SearchPart>
}

/** A button next to the results. */
export interface SearchAction {
  label: string
  /** Page that accepts the search parameters, as text in the parameter `query`. */
  path: string
  /** Further parameters for the page. */
  parameters?: Record<string, string>
  /** Search types that show it. */
  types: readonly string[]
}

/** A section above the results, shown when the URL has the plugin's parameter. */
export interface SearchPart {
  /** Parameter that doesn't affect the search and is kept in later searches. */
  parameter: string
  /** Template, which also receives the search parameters, as text in `query`. */
  view: string
  /** @returns data for the template; undefined omits the section and drops the parameter */
  load: (
    value: string,
    visitor: PageVisitor | undefined
  ) => Promise<Record<string, unknown> | undefined>
}

/**
 * Finds the archive's name for a reference in a query. Called before a query
 * is parsed, so it skips the lookup if the text can't be a reference.
 *
 * @param text as typed
 */
export type ReferenceResolver = (
  text: string,
  reader: Pick<Reader, 'rows'>
) => Promise<OtherSpelling[]>

/** @returns the results of all resolvers */
export async function resolveReferences(
  resolvers: readonly ReferenceResolver[],
  text: string,
  reader: Pick<Reader, 'rows'>
): Promise<OtherSpelling[]> {
  const found = await Promise.all(resolvers.map((resolve) => resolve(text, reader)))
  return found.flat()
}
