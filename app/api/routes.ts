/**
 * Routes of the resources and of the API root.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { HttpContext, Router } from '@adonisjs/core/http'
import type { PluginHost } from '#core/plugin_host'
import { answeredPreflight } from './cors.js'
import type { Version } from './define_resource.js'
import type { ResourceRegistry } from './registry.js'
import type { Resource } from './resource.js'
import { Endpoint, type EndpointServices } from './endpoint.js'
import { QueryCompiler } from './query.js'
import { SUFFIXES } from './renderers/negotiate.js'
import { apiRoot, retiredVersion } from './root.js'
import { openApiDocument } from './openapi.js'
import { Writer } from './writes/writer.js'

export const VERSIONS: Version[] = ['v4', 'v3']
const RETIRED = ['v1', 'v2']
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Registers everything under /api/rest/. */
export async function registerApiRoutes(
  app: ApplicationService,
  { resources }: PluginHost
): Promise<void> {
  const router = await app.container.make('router')
  const services = await makeServices(app, resources)

  for (const version of VERSIONS) {
    const served = resources.all().filter(({ versions }) => versions.includes(version))
    registerResourceRoutes(router, version, served, services)
    for (const [path, name] of [
      ['', 'root'],
      ['/overview', 'overview'],
    ]) {
      router
        .route(
          `/api/rest/${version}${path}`,
          METHODS,
          preflighted((ctx) => apiRoot(ctx, version, served))
        )
        .as(`${version}.${name}`)
    }
  }

  router.get('/api/rest/v4/openapi.json', (ctx) => openApiDocument(ctx, resources)).as('v4.openapi')
  for (const version of RETIRED) {
    router
      .route(`/api/rest/${version}/*`, METHODS, () => retiredVersion(version))
      .as(`${version}.retired`)
  }
}

/** Routes of each resource: the list, the list with a format suffix, the record. */
export function registerResourceRoutes(
  router: Router,
  version: Version,
  resources: Resource[],
  services: EndpointServices
): void {
  for (const resource of resources) {
    const endpoint = new Endpoint(resource, version, services)
    const path = `/api/rest/${version}/${resource.path}`
    const name = `${version}.${resource.path}`
    // All methods: a wrong one is answered with 405 and Allow, not with 404.
    router
      .route(
        path,
        METHODS,
        preflighted((ctx) => endpoint.list(ctx))
      )
      .as(`${name}.list`)
    for (const suffix of SUFFIXES) {
      router
        .route(
          `${path}.${suffix}`,
          METHODS,
          preflighted((ctx) => endpoint.list(ctx, suffix))
        )
        .as(`${name}.list.${suffix}`)
    }
    router
      .route(
        `${path}/:id`,
        METHODS,
        preflighted((ctx) => endpoint.detail(ctx, ctx.params.id))
      )
      .as(`${name}.detail`)
  }
}

type Handler = (ctx: HttpContext) => unknown

function preflighted(handle: Handler): Handler {
  return (ctx) => (answeredPreflight(ctx) ? undefined : handle(ctx))
}

/** What endpoints work with. */
export async function makeServices(
  app: ApplicationService,
  registry: ResourceRegistry
): Promise<EndpointServices> {
  // Route tables are also built without running (codegen); nothing is called then.
  if (app.getMode() !== 'run') return {} as EndpointServices
  const { default: BodyParserMiddleware } = await import('@adonisjs/core/bodyparser_middleware')
  return {
    compiler: new QueryCompiler(registry),
    reader: await app.container.make('curia.reader'),
    writer: new Writer(
      registry,
      await app.container.make('lucid.db'),
      new BodyParserMiddleware(app.config.get('bodyparser'))
    ),
  }
}
