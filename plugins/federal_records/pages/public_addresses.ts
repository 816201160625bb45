/** Addresses that the public service has for dockets and what belongs to them. */
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { addRecordAddresses } from '#app/web/public_addresses'
import type { PluginRouteContext } from '#core/define_plugin'

/** `gov.uscourts.nysd.612345`: a court, and its number of a case. */
const CASE = /^gov\.uscourts\.([a-z\d]{1,15})\.(\d{1,20})$/

export function addPublicAddresses({
  router,
  pages,
}: Pick<PluginRouteContext, 'router' | 'pages'>): void {
  addRecordAddresses({ router, pages }, 'dockets', {
    '/docket/:id/feed': (_, key) => `/feed/docket/${key}/`,
    '/docket/:id/download': (_, key) => `/api/rest/v4/docket-entries/?docket=${key}&format=csv`,
    '/docket/:id/idb/:slug?': (page) => `${page}#statistics`,
  })
  router
    .get('/recap/:name', async (ctx: HttpContext) => {
      await pages.visitor(ctx)
      const [, court, number] = CASE.exec(String(ctx.params.name)) ?? []
      const [docket] = court
        ? await pages.records.list(
            'dockets',
            { court, registry_case_id: number! },
            { order: 'id', fields: 'id,absolute_url', limit: 1 }
          )
        : []
      if (!docket) throw ApiError.detail(404, 'There is no such docket in this archive.')
      return ctx.response.redirect(String(docket.absolute_url))
    })
    .as('public.recap')
}
