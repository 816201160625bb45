/** The resources and endpoints served under one root. */
import type { ResourceRegistry } from './registry.js'
import type { Version } from './version.js'
import type { BearerDefinition } from '#app/accounts/bearer_tokens'

/**
 * How the requests under a root are read. `strict` rejects everything that isn't declared.
 * `lenient` reads requests like the web framework of the public service, for clients written
 * for it: names in a body that aren't fields, and files that the endpoint doesn't accept, are
 * ignored and listed in a Warning header; of a field that a form repeats, the last value
 * applies; and unknown search parameters, and parameters that control other lists, are ignored
 * with a warning.
 */
export type RequestPolicy = 'strict' | 'lenient'

/** `define_endpoint` and `#app/search/catalog` add members. */
export interface Catalog {
  /**
   * Prefix of the names of its routes and endpoints; empty for the catalog under Curia's own
   * names.
   */
  namespace: string
  requests: RequestPolicy
  resources: ResourceRegistry
  /** Curia's own path of a resource or endpoint. */
  ownPath: (path: string) => string
  /** Access tokens, if a plugin issues them. */
  bearer?: BearerDefinition
}

/** A version of a catalog. */
export interface Place {
  version: Version
  catalog: Catalog
  /** Media type of responses other than API formats, which satisfies `Accept`. */
  mediaType?: string
}
