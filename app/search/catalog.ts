/**
 * Search in the catalog of the resources served under a root.
 */
import type { Catalog } from '#api/catalog'
import type { SearchIndexDefinition } from './define_search_index.js'
import type { SearchTypeDefinition } from './define_search_type.js'

declare module '#api/catalog' {
  interface Catalog {
    searchTypes: SearchTypeDefinition[]
    /** With the names shown in results, for descriptions. Queries use the server's own names. */
    searchIndexes: SearchIndexDefinition[]
  }
}

/** The catalog with the server's own names. */
export function ownCatalog(
  served: Pick<Catalog, 'resources'> & Partial<Omit<Catalog, 'namespace' | 'requests' | 'ownPath'>>
): Catalog {
  return {
    namespace: '',
    requests: 'strict',
    endpoints: [],
    recordEndpoints: [],
    searchTypes: [],
    searchIndexes: [],
    ownPath: (path) => path,
    ...served,
  }
}
