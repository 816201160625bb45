/**
 * `defineEndpoint`: an endpoint of the API that is no table's list. Routes
 * for each version and format, OPTIONS, 405 and its place in the API root
 * and the OpenAPI document follow from it.
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
  /** Becomes JSON, or whatever format was asked for. */
  body?: unknown
  /** The same as JSON text, where there is one already; in parts where it may be long. */
  json?: string | readonly string[]
  headers?: Record<string, string>
  /** The whole result, for a request that has `exported`; the answer is nothing else then. */
  exported?: Omit<Export, 'allow' | 'headers' | 'rows'>
}

export interface EndpointParameter {
  name: string
  description: string
  /** Of its value; text unless said otherwise. */
  schema?: Schema
}

export type EndpointHandler = (
  request: ApiRequest,
  app: ApplicationService
) => Promise<EndpointAnswer>

declare module './catalog.js' {
  interface Catalog {
    endpoints: EndpointDefinition[]
  }
}

export interface EndpointDefinition {
  /** Path segment below the version: `api-usage`. */
  path: string
  /** Name for titles and OPTIONS. */
  label: string
  /** A few words for the API root and the reference. */
  description: string
  /** Versions that serve it; both unless said otherwise. Where they differ, each has a declaration of its own. */
  versions?: Version[]
  /** Where it is deprecated itself, besides what holds for the whole version. */
  deprecated?: Deprecations
  /** Who may use it, and what it costs. */
  access?: Access
  /** Whether a GET of v4 may ask for the whole result as a file. */
  exports?: boolean
  /** Answers by method; that to GET also serves HEAD. */
  methods: Partial<Record<'GET' | 'POST', EndpointHandler>>
  /** What it takes in its query string. */
  parameters?: (catalog: Catalog) => EndpointParameter[]
  /** Schema of the body of POST. */
  body?: Schema
  /** Schema of the answer. */
  answer: Schema
  /** Its status; 200 unless said otherwise. */
  answerStatus?: number
  /** Components its schemas refer to. */
  schemas?: (catalog: Catalog) => Record<string, Schema>
  /** Headers of that answer, with what they say. */
  answerHeaders?: Record<string, string>
}

/** Declares an endpoint. */
export function defineEndpoint(definition: EndpointDefinition): EndpointDefinition {
  return definition
}

/** Versions that serve an endpoint. */
export function versionsOf({ versions = ['v4', 'v3'] }: EndpointDefinition): Version[] {
  return versions
}

/** Methods an endpoint takes, in the order of Allow. */
export function methodsOf({ methods }: EndpointDefinition): string[] {
  return [...(methods.GET ? ['GET', 'HEAD'] : []), ...(methods.POST ? ['POST'] : []), 'OPTIONS']
}
