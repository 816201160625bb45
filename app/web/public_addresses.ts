/**
 * Addresses that the public service has for what is elsewhere here, so that
 * links and bookmarks lead on when its host is exchanged for this one.
 */
import type { HttpContext, Router } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import type { RecordPages } from './record_pages.js'

interface Context {
  router: Router
  pages: RecordPages
}

/**
 * Leads from addresses about a record, whose key is `:id`, to what shows the same here (301).
 *
 * @param addresses patterns, each with the path here, made of that of the record's page and its key
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
        if (!path) throw ApiError.detail(404, 'There is no such record in this archive.')
        return ctx.response.redirect(to(path, id), false, 301)
      })
      .as(`public.${pattern}`)
}

/** Leads from an address to a path here (301). */
export function addAddress(
  { router }: Pick<Context, 'router'>,
  pattern: string,
  to: (params: Record<string, string>) => string
): void {
  router
    .get(pattern, ({ params, response }) => response.redirect(to(params), false, 301))
    .as(`public.${pattern}`)
}
