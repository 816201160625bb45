/** Routes of the API. */
import { METHODS as ALL_METHODS } from 'node:http'
import type { ApplicationService } from '@adonisjs/core/types'
import type { HttpContext, Router } from '@adonisjs/core/http'
import { withSource } from '#app/database/change_source'
import { SAFE_METHODS } from '#app/support/safe_methods'
import type { RequestStats } from './request_stats.js'
import { handlePreflight, redirectToSlash } from './answer_headers.js'
import { answerChoices } from './choices_endpoint.js'
import type { Access, Gate } from './gate.js'
import { noteDeprecation, type Version } from './version.js'
import {
  getEndpointMethods,
  getEndpointVersions,
  type EndpointDefinition,
} from './define_endpoint.js'
import type { Resource } from './resource.js'
import { Endpoint, type EndpointServices } from './endpoint.js'
import { SUFFIXES } from './renderers/negotiate.js'
import { answerPlain } from './plain_endpoint.js'
import { answerRecordEndpoint } from './record_endpoint.js'
import { apiRoot, retiredVersion } from './root.js'
import { openApiDocument } from './openapi/document.js'

const VERSIONS: Version[] = ['v4', 'v3']
const RETIRED = ['v1', 'v2']

/** All HTTP methods except those with a hyphen, which the framework's route types don't support. */
const METHODS = ALL_METHODS.filter((method) => !method.includes('-'))

/** Registers the routes of all API roots. */
export function registerApiRoutes(
  router: Router,
  app: ApplicationService,
  services: readonly ApiServices[]
): void {
  for (const each of services) {
    registerCatalog(router, app, each)
    registerReference(router, each)
  }
}

function registerCatalog(router: Router, app: ApplicationService, services: ApiServices): void {
  const { catalog } = services
  const { root } = catalog.resources
  const open = authenticated(services.gate)
  for (const version of VERSIONS) {
    const served = catalog.resources.all().filter(({ versions }) => versions.includes(version))
    registerResourceRoutes(router, version, served, services)
    if (version === 'v4') registerRecordEndpoints(router, app, served, services)
    const plain = catalog.endpoints.filter((endpoint) =>
      getEndpointVersions(endpoint).includes(version)
    )
    registerPlainRoutes(router, version, plain, { app, services })
    const listed = [
      ...served.map((each) => ({ ...named(each), methods: each.methods('list') })),
      ...plain.map((each) => ({ ...named(each), methods: getEndpointMethods(each) })),
    ]
    for (const [path, name] of [
      ['', 'root'],
      ['/overview', 'overview'],
    ]) {
      router
        .route(
          `${root}${version}${path}`,
          METHODS,
          open((ctx) => apiRoot(ctx, { version, catalog }, listed))
        )
        .as(`${catalog.namespace}${version}.${name}`)
    }
  }
  for (const version of RETIRED) {
    for (const [path, name] of [
      ['', 'retired'],
      ['/*', 'retired.below'],
    ]) {
      router
        .route(`${root}${version}${path}`, METHODS, () => retiredVersion(root, version))
        .as(`${catalog.namespace}${version}.${name}`)
    }
  }
}

function registerReference(router: Router, { catalog, gate }: ApiServices): void {
  const open = authenticated(gate)
  router
    .get(
      `${catalog.resources.root}v4/openapi.json`,
      open((ctx) => openApiDocument(ctx, catalog))
    )
    .as(`${catalog.namespace}v4.openapi`)
  router
    .get(
      `${catalog.resources.root}v4/openapi/:plugin`,
      open((ctx) => openApiDocument(ctx, catalog, ctx.params.plugin.replace(/\.json$/, '')))
    )
    .as(`${catalog.namespace}v4.openapi.plugin`)
}

/** Routes of each resource: the list, the list with a format suffix, and the record. */
export function registerResourceRoutes(
  router: Router,
  version: Version,
  resources: Resource[],
  services: ApiServices
): void {
  const { catalog } = services
  for (const resource of resources) {
    const endpoint = new Endpoint(resource, version, services)
    const path = `${catalog.resources.root}${version}/${resource.path}`
    const name = `${catalog.namespace}${version}.${resource.path}`
    const at = { version, root: catalog.resources.root }
    const gated = admitted(services, catalog.ownPath(resource.path), resource.access, (ctx) =>
      noteDeprecation(ctx, at, resource)
    )
    // All methods, so that unsupported ones return 405 with Allow instead of 404.
    router
      .route(
        path,
        METHODS,
        gated((ctx) => endpoint.list(ctx))
      )
      .as(`${name}.list`)
    for (const suffix of SUFFIXES) {
      router
        .route(
          `${path}.${suffix}`,
          METHODS,
          gated((ctx) => endpoint.list(ctx, suffix))
        )
        .as(`${name}.list.${suffix}`)
    }
    if (version === 'v4') {
      const place = { version, catalog }
      router
        .route(
          `${path}/choices/:field`,
          METHODS,
          gated((ctx) => answerChoices(ctx, resource, { place, segment: ctx.params.field }))
        )
        .as(`${name}.choices`)
    }
    if (resource.below) {
      const { root } = catalog.resources
      for (const end of ['', ...SUFFIXES.map((suffix) => `.${suffix}`)])
        router
          .route(
            `${root}${version}/${resource.below.resource}/:id/${resource.path}${end}`,
            METHODS,
            gated((ctx) => endpoint.list(ctx, end.slice(1) || undefined, ctx.params.id))
          )
          .as(`${name}.below${end}`)
    }
    router
      .route(
        `${path}/:id`,
        METHODS,
        gated((ctx) => endpoint.detail(ctx, ctx.params.id))
      )
      .as(`${name}.detail`)
  }
}

/** Routes of endpoints under records. */
function registerRecordEndpoints(
  router: Router,
  app: ApplicationService,
  resources: Resource[],
  services: ApiServices
): void {
  const { catalog } = services
  const place = { version: 'v4', catalog } as const
  for (const endpoint of catalog.recordEndpoints)
    for (const resource of resources.filter(endpoint.serves)) {
      const gated = admitted(services, catalog.ownPath(resource.path), resource.access)
      for (const suffix of [undefined, ...SUFFIXES]) {
        const end = suffix ? `.${suffix}` : ''
        const given = { resource, place, app, suffix }
        router
          .route(
            `${catalog.resources.root}v4/${resource.path}/:id/${endpoint.name}${end}`,
            METHODS,
            gated((ctx) => answerRecordEndpoint(ctx, endpoint, given))
          )
          .as(`${catalog.namespace}v4.${resource.path}.${endpoint.name}${end}`)
      }
    }
}

/** Routes of endpoints that aren't resources. */
function registerPlainRoutes(
  router: Router,
  version: Version,
  endpoints: EndpointDefinition[],
  { app, services }: { app: ApplicationService; services: ApiServices }
): void {
  const { catalog } = services
  const place = { version, catalog }
  for (const endpoint of endpoints) {
    const { path, access = {}, deprecated } = endpoint
    const versions = catalog.endpoints
      .filter((each) => each.path === path)
      .flatMap(getEndpointVersions)
    const gated = admitted(services, catalog.ownPath(path), access, (ctx) =>
      noteDeprecation(ctx, { version, root: catalog.resources.root }, { versions, deprecated })
    )
    for (const suffix of [undefined, ...SUFFIXES]) {
      const end = suffix ? `.${suffix}` : ''
      router
        .route(
          `${catalog.resources.root}${version}/${endpoint.path}${end}`,
          METHODS,
          gated((ctx) => answerPlain(ctx, endpoint, { app, gate: services.gate, place, suffix }))
        )
        .as(`${catalog.namespace}${version}.${endpoint.path}${end}`)
    }
  }
}

function named({ path, description }: { path: string; description: string }) {
  return { path, description }
}

type Handler = (ctx: HttpContext) => unknown

/**
 * Wraps handlers so that they run only for permitted requests within the rate limits.
 *
 * @param note adds headers to all responses, including rejections
 */
function admitted(
  { gate, stats }: Admitting,
  endpoint: string,
  access: Access,
  note?: (ctx: HttpContext) => void
) {
  return (handle: Handler): Handler =>
    (ctx) => {
      note?.(ctx)
      if (handlePreflight(ctx) || redirectToSlash(ctx)) return
      noteWhenAnswered(ctx, stats, endpoint)
      const admission = gate.authorize(ctx, access)
      const run = () =>
        SAFE_METHODS.has(ctx.request.method())
          ? handle(ctx)
          : withSource({ source: 'api', accountId: ctx.auth.user?.id }, () => handle(ctx))
      return admission ? admission.then(run) : run()
    }
}

interface Admitting {
  gate: Gate
  stats: RequestStats
}

function noteWhenAnswered(ctx: HttpContext, stats: RequestStats, endpoint: string): void {
  const started = performance.now()
  const answer = ctx.response.response
  answer.once('finish', () =>
    stats.note({
      endpoint,
      status: answer.statusCode,
      milliseconds: performance.now() - started,
      accountId: ctx.auth.user?.id,
    })
  )
}

/** Wraps handlers that are public and free. */
function authenticated(gate: Gate) {
  return (handle: Handler): Handler =>
    async (ctx) => {
      if (handlePreflight(ctx)) return
      await gate.authenticate(ctx)
      return handle(ctx)
    }
}

export interface ApiServices extends EndpointServices, Admitting {}
