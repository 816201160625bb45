/** A plugin's contributions to the API. */
import type { ErrorCatalogue } from '#app/support/errors'
import type { LazyList } from '#app/support/lazy'
import type { EndpointDefinition } from './define_endpoint.js'
import type { ResourceDefinition, ResourceExtension } from './define_resource.js'
import type { RecordEndpoint } from './record_endpoint.js'

export interface ApiContributions {
  /** Endpoints for tables, in the order of the API root. */
  resources?: LazyList<ResourceDefinition>
  /** Endpoints that aren't tables. */
  endpoints?: LazyList<EndpointDefinition>
  /** Endpoints under the records of resources. */
  recordEndpoints?: LazyList<RecordEndpoint>
  /** Additions to resources of required plugins. */
  extensions?: LazyList<ResourceExtension>
  /** Error kinds, documented under `/docs/errors/`. */
  errors?: LazyList<ErrorCatalogue>
}
