/**
 * What plugins declare for search, with what other plugins added.
 */
import type { SearchIndexDefinition } from './define_search_index.js'
import type { SearchTypeDefinition } from './define_search_type.js'
import type { ReferenceResolver } from './reference_resolver.js'
import type { SearchAction, SearchPart } from './contributions.js'

interface Declarations {
  indexes: SearchIndexDefinition[]
  types: SearchTypeDefinition[]
  actions: SearchAction[]
  parts: SearchPart[]
  referenceResolvers: ReferenceResolver[]
}

export class SearchRegistry {
  readonly indexes: SearchIndexDefinition[]
  readonly types: SearchTypeDefinition[]
  /** Parts of the page of results. */
  readonly parts: readonly SearchPart[]
  readonly referenceResolvers: readonly ReferenceResolver[]
  readonly #actions: readonly SearchAction[]

  constructor({ indexes, types, actions, parts, referenceResolvers }: Declarations) {
    this.indexes = indexes
    this.types = types
    this.parts = parts
    this.referenceResolvers = referenceResolvers
    this.#actions = actions
  }

  /** Buttons beside the results of a type of search. */
  actionsFor(type: string): SearchAction[] {
    return this.#actions.filter(({ types }) => types.includes(type))
  }
}
