/**
 * What a plugin contributes to the API.
 */
import type { ErrorCatalogue } from '#app/support/errors'
import type { LazyList } from '#app/support/lazy'
import type { EndpointDefinition } from './define_endpoint.js'
import type { ResourceDefinition, ResourceExtension } from './define_resource.js'

export interface ApiContributions {
  /** Tables that the API serves, in the order of the API root. */
  resources?: LazyList<ResourceDefinition>
  /** Endpoints that aren't tables. */
  endpoints?: LazyList<EndpointDefinition>
  /** Fields, filters, and orderings for resources of required plugins. */
  extensions?: LazyList<ResourceExtension>
  /** Error codes with status, message, and hint, shown on `/docs/errors/`. */
  errors?: LazyList<ErrorCatalogue>
}
