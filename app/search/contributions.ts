/**
 * What a plugin contributes to search.
 */
import type { QueryRewriter, SynonymList } from '#app/search_engine/query/language'
import type { LazyList } from '#app/support/lazy'
import type { SearchIndexDefinition, SearchIndexExtension } from './define_search_index.js'
import type { SearchTypeDefinition, SearchTypeExtension } from './define_search_type.js'
import type { ReferenceResolver } from './reference_resolver.js'
import type { SearchAction, SearchPart } from './search_page.js'

export interface SearchContributions {
  /** What of its records can be searched, and the types of search over it. */
  searchIndexes?: LazyList<SearchIndexDefinition>
  searchTypes?: LazyList<SearchTypeDefinition>
  /** Additions to indexes and search types of the plugins it requires. */
  searchExtensions?: LazyList<SearchIndexExtension | SearchTypeExtension>
  /** What queries refer to, and synonyms, for all indexes. */
  rewriters?: LazyList<QueryRewriter>
  /** What queries refer to that only the archive knows. */
  referenceResolvers?: LazyList<ReferenceResolver>
  synonyms?: LazyList<SynonymList>
  /** Buttons and parts of the page of results. */
  searchActions?: LazyList<SearchAction>
  searchParts?: LazyList<SearchPart>
}
