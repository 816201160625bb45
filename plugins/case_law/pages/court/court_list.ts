/** The page of all courts, by jurisdiction. */
import type { HttpContext } from '@adonisjs/core/http'
import { setPageHeaders } from '#app/support/page_headers'
import type { RecordPages } from '#app/web/record_pages'
import { COURT_JURISDICTIONS } from '../../resources/codes.js'
import { courtPath } from './paths.js'

const MAX_COURTS = 5_000

export async function listCourts(ctx: HttpContext, pages: RecordPages): Promise<string> {
  await pages.visitor(ctx)
  const courts = await pages.records.list(
    'courts',
    {},
    {
      order: 'position',
      fields: 'id,full_name,short_name,jurisdiction,citation_string,end_date',
      limit: MAX_COURTS,
    }
  )
  const groups = Map.groupBy(courts, ({ jurisdiction }) => String(jurisdiction))
  setPageHeaders(ctx.response)
  return ctx.view.render('case_law::courts', {
    count: courts.length.toLocaleString('en-US'),
    groups: COURT_JURISDICTIONS.flatMap(({ value, display_name: label }) => {
      const members = groups.get(String(value))
      return members
        ? [
            {
              id: String(value).toLowerCase(),
              label,
              courts: members.map((court) => ({ ...court, path: courtPath(court) })),
            },
          ]
        : []
    }),
  })
}
