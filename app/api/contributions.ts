/**
 * What a plugin contributes to the API.
 */
import type { ErrorCatalogue } from '#app/support/error_kind'
import type { LazyList } from '#app/support/lazy'
import type { EndpointDefinition } from './define_endpoint.js'
import type { ResourceDefinition, ResourceExtension } from './define_resource.js'

export interface ApiContributions {
  /** Endpoints over tables. Their order is that of the API root. */
  resources?: LazyList<ResourceDefinition>
  /** Other endpoints. */
  endpoints?: LazyList<EndpointDefinition>
  /** Additions to resources of the plugins it requires. */
  extensions?: LazyList<ResourceExtension>
  /** Catalogues of errors, shown under `/docs/errors/`. */
  errors?: LazyList<ErrorCatalogue>
}
