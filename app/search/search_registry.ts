/**
 * The search declarations of all plugins, including extensions.
 */
import type { SearchIndexDefinition } from './define_search_index.js'
import type { SearchTypeDefinition } from './define_search_type.js'
import type { ReferenceResolver, SearchAction, SearchPart } from './contributions.js'

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
  /** Sections of the results page. */
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

  /** Buttons next to the results of a search type. */
  actionsFor(type: string): SearchAction[] {
    return this.#actions.filter(({ types }) => types.includes(type))
  }
}
