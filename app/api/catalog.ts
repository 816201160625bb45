/**
 * What is served below one root, under the names used there.
 */
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import type { EndpointDefinition } from './define_endpoint.js'
import type { Version } from './define_resource.js'
import type { ResourceRegistry } from './registry.js'

export interface Catalog {
  /** What its routes and endpoints have in front of their names; empty for the server's own. */
  namespace: string
  resources: ResourceRegistry
  endpoints: EndpointDefinition[]
  searchTypes: SearchTypeDefinition[]
  /** With the names results have, to describe them; queries are read with the server's own. */
  searchIndexes: SearchIndexDefinition[]
  /** What the server itself calls a resource or endpoint. */
  ownPath: (path: string) => string
}

/** A version below the root of a catalog. */
export interface Place {
  version: Version
  catalog: Catalog
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
