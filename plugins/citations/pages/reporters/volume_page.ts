import { askedPage } from '#app/web/page_requests'
import type { HttpContext } from '@adonisjs/core/http'
import type { RecordPages } from '#app/web/record_pages'
import type { ShownRecord } from '#api/records'
import { citationPath } from './addresses.js'
import { heldAmong, placesOf } from './held_reports.js'

/** Decisions on a page. */
const SHOWN = 500
const MAX_PAGE = 1_000

interface Volume {
  reporter: string
  volume: string
}

/**
 * What the page of a volume shows: its decisions in the order of their pages.
 *
 * @returns undefined where there are none, or none on the page asked for
 */
export async function volumePage(ctx: HttpContext, pages: RecordPages, at: Volume) {
  const { reporter, volume } = at
  const { records } = pages
  const number = askedPage(new URLSearchParams(ctx.request.parsedUrl.query ?? ''), MAX_PAGE)
  const offset = (number - 1) * SHOWN
  const { places, count } = await placesOf(records.reader, at, { offset, limit: SHOWN })
  if (!places.length) return undefined
  const documents = await records.documents(
    records.registry.get('clusters'),
    [...new Set(places.map(({ cluster }) => cluster))],
    { base: '/api/rest/v4/', suffix: '/', fields: FIELDS }
  )
  const path = citationPath(reporter, volume)
  const toPage = (page: number) => (page === 1 ? path : `${path}?page=${page}`)
  return {
    title: `${volume} ${reporter}`,
    lead: `${count.toLocaleString('en-US')} ${count === 1 ? 'decision' : 'decisions'} of this archive, in the order of the volume.`,
    decisions: places.flatMap(({ page, cluster }) => {
      const json = documents.get(cluster)
      return json ? [{ page, ...shownDecision(JSON.parse(json) as ShownRecord) }] : []
    }),
    crumbs: [{ label: reporter, path: citationPath(reporter) }],
    previous: number > 1 ? toPage(number - 1) : undefined,
    next: offset + places.length < count ? toPage(number + 1) : undefined,
    ...(await besides(pages, at)),
  }
}

const FIELDS = 'id,absolute_url,case_name,case_name_full,date_filed,citation_count'

function shownDecision(cluster: ShownRecord) {
  const { case_name: name, case_name_full: full, id } = cluster
  return {
    name: String(name || full || `No. ${id}`),
    path: String(cluster.absolute_url),
    filed: cluster.date_filed,
    cited: Number(cluster.citation_count ?? 0),
  }
}

/** The volumes before and after, where the archive has decisions of them. */
async function besides({ records }: RecordPages, { reporter, volume }: Volume) {
  if (!/^\d{1,9}$/.test(volume)) return {}
  const [before, after] = [Number(volume) - 1, Number(volume) + 1].map(String) as [string, string]
  const held = await heldAmong(records.reader, reporter, [before, after])
  const link = (name: string) =>
    held.has(name) ? { label: `${name} ${reporter}`, path: citationPath(reporter, name) } : null
  return { before: link(before), after: link(after) }
}
