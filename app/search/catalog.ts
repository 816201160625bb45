/**
 * Search in the catalog of what is served below a root.
 */
import type { Catalog } from '#api/catalog'
import type { SearchIndexDefinition } from './define_search_index.js'
import type { SearchTypeDefinition } from './define_search_type.js'

declare module '#api/catalog' {
  interface Catalog {
    searchTypes: SearchTypeDefinition[]
    /** With the names results have, to describe them; queries are read with the server's own. */
    searchIndexes: SearchIndexDefinition[]
  }
}

/** The catalog of the server's own names. */
export function ownCatalog(
  served: Pick<Catalog, 'resources'> & Partial<Omit<Catalog, 'namespace' | 'ownPath'>>
): Catalog {
  return {
    namespace: '',
    endpoints: [],
    searchTypes: [],
    searchIndexes: [],
    ownPath: (path) => path,
    ...served,
  }
}
