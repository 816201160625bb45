/** The resources and endpoints served under one root. */
import type { ResourceRegistry } from './registry.js'
import type { Version } from './version.js'

/** `define_endpoint` and `#app/search/catalog` add members. */
export interface Catalog {
  /**
   * Prefix of the names of its routes and endpoints; empty for the catalog under Curia's own
   * names.
   */
  namespace: string
  resources: ResourceRegistry
  /** Curia's own path of a resource or endpoint. */
  ownPath: (path: string) => string
}

/** A version of a catalog. */
export interface Place {
  version: Version
  catalog: Catalog
}
