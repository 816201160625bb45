import { once } from 'node:events'
import type { HttpContext, Router } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { Mount, MountedRequest } from './contributions.js'

/** Prefix of the names of these routes. */
export const MOUNT_ROUTES = 'mount.'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Routes requests under each mount's path to its handler. The routes have no middleware:
 * nothing reads the body first, and other requests have no overhead.
 */
export function addMountRoutes(router: Router, mounts: readonly Mount[]): void {
  for (const mount of mounts) {
    const handle = (ctx: HttpContext) => run(ctx, mount)
    router.route(mount.path, METHODS, handle).as(`${MOUNT_ROUTES}${mount.path}`)
    router.route(`${mount.path}/*`, METHODS, handle).as(`${MOUNT_ROUTES}${mount.path}.below`)
  }
}

async function run(ctx: HttpContext, mount: Mount): Promise<void> {
  const { request } = ctx.request
  const { default: handle } = await mount.handler()
  const { response } = ctx.response
  const rest = request.url!.slice(mount.path.length)
  const mounted = Object.assign(request, {
    originalUrl: request.url,
    url: rest.startsWith('/') ? rest : `/${rest}`,
  }) as MountedRequest
  const closed = response.closed ? undefined : once(response, 'close')
  try {
    await handle(mounted, response, app, ctx)
    await closed
  } catch (error) {
    // A response that has started can only be aborted.
    if (response.headersSent) response.destroy()
    throw error
  } finally {
    request.url = mounted.originalUrl
  }
}
