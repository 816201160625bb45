/**
 * The indexes and search types plugins declare, with what other plugins added.
 */
import type { SearchIndexDefinition } from './define_search_index.js'
import type { SearchTypeDefinition } from './define_search_type.js'

export class SearchRegistry {
  constructor(
    readonly indexes: SearchIndexDefinition[],
    readonly types: SearchTypeDefinition[]
  ) {}
}
