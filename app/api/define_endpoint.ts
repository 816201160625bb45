/**
 * `defineEndpoint` declares an API endpoint that isn't a resource. Its routes for each version
 * and format, OPTIONS, 405 responses, and entries in the API root and the OpenAPI document are
 * generated.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { ApiRequest } from './api_request.js'
import type { Catalog } from './catalog.js'
import type { Export } from './export/send_export.js'
import type { Access } from './gate.js'
import type { Schema } from './openapi/schema.js'
import type { Version, Deprecations } from './version.js'

export interface EndpointAnswer {
  status?: number
  /** Converted to JSON or the requested format. */
  body?: unknown
  /** The body as JSON text, in parts if it may be long. */
  json?: string | readonly string[]
  headers?: Record<string, string>
  /** The whole result, for a request with `exported`; all other members are ignored. */
  exported?: Omit<Export, 'allow' | 'headers' | 'rows'>
  /** Sends the whole response, for an endpoint with a `mediaType`; all other members are ignored. */
  send?: () => Promise<void>
}

export interface EndpointParameter {
  name: string
  description: string
  /** Schema of the value; text by default. */
  schema?: Schema
}

export type EndpointHandler = (
  request: ApiRequest,
  app: ApplicationService
) => Promise<EndpointAnswer>

declare module './catalog.js' {
  interface Catalog {
    endpoints: ServedEndpoint[]
  }
}

export interface EndpointDefinition {
  /** Path segment under the version: `api-usage`. */
  path: string
  /** Name in titles and OPTIONS. */
  label: string
  /** Short description for the API root and the reference. */
  description: string
  /**
   * Versions that serve it; both by default. If the versions differ, each has a separate
   * declaration.
   */
  versions?: Version[]
  /** Deprecations of the endpoint, in addition to those of the version. */
  deprecated?: Deprecations
  /** Permissions and cost. */
  access?: Access
  /** Whether a GET request in v4 may export the whole result as a file. */
  exports?: boolean
  /** Handlers by method; the GET handler also serves HEAD. */
  methods: Partial<Record<'GET' | 'POST', EndpointHandler>>
  /** Query parameters. */
  parameters?: (catalog: Catalog) => EndpointParameter[]
  /** Schema of the POST body. */
  body?: Schema
  /** Other media types of the POST body, with their schemas. */
  otherBodies?: Record<string, Schema>
  /** Media type of the response if it isn't in an API format: `text/event-stream`. */
  mediaType?: string
  /** Schema of the response. */
  answer: Schema
  /** Status of the response; 200 by default. */
  answerStatus?: number
  /** Statuses of errors that only this endpoint has, for its description. */
  errorStatuses?: readonly number[]
  /** Components that its schemas refer to. */
  schemas?: (catalog: Catalog) => Record<string, Schema>
  /** Headers of the response with their descriptions. */
  answerHeaders?: Record<string, string>
}

/** An endpoint with the plugin that declares it. */
export interface ServedEndpoint extends EndpointDefinition {
  plugin: string
}

/** Declares an endpoint. */
export function defineEndpoint(definition: EndpointDefinition): EndpointDefinition {
  return definition
}

/** Versions that serve an endpoint. */
export function getEndpointVersions({ versions = ['v4', 'v3'] }: EndpointDefinition): Version[] {
  return versions
}

/** Methods of an endpoint, in the order of the Allow header. */
export function getEndpointMethods({ methods }: EndpointDefinition): string[] {
  return [...(methods.GET ? ['GET', 'HEAD'] : []), ...(methods.POST ? ['POST'] : []), 'OPTIONS']
}
