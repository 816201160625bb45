/**
 * What is served below one root, under the names used there.
 */
import type { ResourceRegistry } from './registry.js'
import type { Version } from './version.js'

/** Endpoints and search add theirs (`define_endpoint`, `#app/search/catalog`). */
export interface Catalog {
  /** What its routes and endpoints have in front of their names; empty for the server's own. */
  namespace: string
  resources: ResourceRegistry
  /** What the server itself calls a resource or endpoint. */
  ownPath: (path: string) => string
}

/** A version below the root of a catalog. */
export interface Place {
  version: Version
  catalog: Catalog
}
