/**
 * What is served below one root, under the names used there.
 */
import type { EndpointDefinition } from './define_endpoint.js'
import type { Version } from './define_resource.js'
import type { ResourceRegistry } from './registry.js'

/** Search adds its types to it (`#app/search/catalog`). */
export interface Catalog {
  /** What its routes and endpoints have in front of their names; empty for the server's own. */
  namespace: string
  resources: ResourceRegistry
  endpoints: EndpointDefinition[]
  /** What the server itself calls a resource or endpoint. */
  ownPath: (path: string) => string
}

/** A version below the root of a catalog. */
export interface Place {
  version: Version
  catalog: Catalog
}
