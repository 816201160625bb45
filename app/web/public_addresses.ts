/**
 * URLs of the public service that are different here, so that links and bookmarks keep working
 * after its host is replaced with this server's.
 */
import type { HttpContext, Router } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import type { RecordPages } from './record_pages.js'

interface Context {
  router: Router
  pages: RecordPages
}

/**
 * Redirects URLs of a record, whose key is `:id`, to the corresponding page of this server
 * (301).
 *
 * @param addresses functions by URL pattern, which return the path on this server for the path and
 *   the key of the record's page
 */
export function addRecordAddresses(
  { router, pages }: Context,
  resource: string,
  addresses: Record<string, (page: string, key: string) => string>
): void {
  for (const [pattern, to] of Object.entries(addresses))
    router
      .get(pattern, async (ctx: HttpContext) => {
        await pages.visitor(ctx)
        const { id } = ctx.params as { id: string }
        const links = /^\d{1,18}$/.test(id) ? await pages.linksTo(resource, [id]) : undefined
        const path = links?.get(id)?.path
        if (!path) throw ApiError.detail(404, "This record doesn't exist in this archive.")
        return ctx.response.redirect(to(path, id), false, 301)
      })
      .as(`public.${pattern}`)
}

/** Redirects a URL to a path of this server (301). */
export function addAddress(
  { router }: Pick<Context, 'router'>,
  pattern: string,
  to: (params: Record<string, string>) => string
): void {
  router
    .get(pattern, ({ params, response }) => response.redirect(to(params), false, 301))
    .as(`public.${pattern}`)
}
