/**
 * What a plugin contributes to search.
 */
import type { QueryRewriter, SynonymList } from '#app/search_engine/query/language'
import type { LazyList } from '#app/support/lazy'
import type { SearchIndexDefinition, SearchIndexExtension } from './define_search_index.js'
import type { SearchTypeDefinition, SearchTypeExtension } from './define_search_type.js'
import type { ReferenceResolver } from './reference_resolver.js'
import type { PageVisitor } from '#app/accounts/page_visitor'

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

/** A button beside the results. */
export interface SearchAction {
  label: string
  /** Page that takes the search's parameters, as text in the parameter `query`. */
  path: string
  /** Types of search it is for. */
  types: readonly string[]
}

/** A part above the results, for readers who come with a parameter of the plugin. */
export interface SearchPart {
  /** It says nothing about the search, and stays while its reader searches on. */
  parameter: string
  /** Template, which is shown the search's parameters, too: as text in `query`. */
  view: string
  /** @returns what the template shows; undefined leaves the part out, and forgets the parameter */
  load: (
    value: string,
    visitor: PageVisitor | undefined
  ) => Promise<Record<string, unknown> | undefined>
}
