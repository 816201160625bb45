import { once } from 'node:events'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Mount, MountedRequest } from './contributions.js'
import { SiteRegistry } from './site_registry.js'

/** Hands requests below the path of a mount to its handler, before anything has read their body. */
@inject()
export default class MountsMiddleware {
  constructor(private site: SiteRegistry) {}

  async handle(ctx: HttpContext, next: NextFn) {
    const { request } = ctx.request
    const mount = this.site.mounts.find((each) => isBelow(request.url!, each))
    if (!mount) return next()

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
      // An answer that has begun can only be cut off.
      if (response.headersSent) response.destroy()
      throw error
    } finally {
      request.url = mounted.originalUrl
    }
  }
}

function isBelow(url: string, { path }: Mount): boolean {
  return url.startsWith(path) && ['/', '?', undefined].includes(url[path.length])
}
