/**
 * Pages of reporters, volumes, and the decisions of a volume, and redirects
 * from citations to decisions.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { PluginRouteContext } from '#core/define_plugin'
import { origin } from '#api/roots'
import { ApiError } from '#app/support/api_error'
import { setPageHeaders } from '#app/support/page_headers'
import { isNonCanonicalPath } from '#app/web/page_head'
import type { RecordPages } from '#app/web/record_pages'
import { matchCitations } from '../../lookup/match_citations.js'
import { citationPath, isPlace, reportersNamed, reportersOfCitation } from './addresses.js'
import {
  filterAvailableReporters,
  listAvailableReporters,
  listAvailableVolumes,
  filterAvailableVolumes,
  listReportedPlaces,
} from './available_reports.js'
import { parsePageParam } from '#app/web/page_requests'
import type { ShownRecord } from '#api/records'

export function addReporterPages({
  router,
  pages,
}: Pick<PluginRouteContext, 'router' | 'pages'>): void {
  router.get('/c', (ctx) => showReporters(ctx, pages)).as('reporters')
  router.get('/c/:reporter', (ctx) => showVolumes(ctx, pages)).as('reporters.volumes')
  router.get('/c/:reporter/:volume', (ctx) => showVolume(ctx, pages)).as('reporters.volume')
  router.get('/c/:reporter/:volume/:page', (ctx) => leadOn(ctx, pages)).as('reporters.decision')
}

async function showReporters(ctx: HttpContext, pages: RecordPages): Promise<string> {
  await pages.visitor(ctx)
  const reporters = await listAvailableReporters(pages.records.reader)
  return show(ctx, citationPath(), {
    title: 'Reporters',
    lead: 'Reporters with decisions in this archive. URLs such as /c/us/347/483/ redirect to the decision with this citation.',
    links: reporters.map((label) => ({ label, path: citationPath(label) })),
    isHome: true,
  })
}

async function showVolumes(ctx: HttpContext, pages: RecordPages): Promise<string | void> {
  await pages.visitor(ctx)
  const named = await namedReporters(ctx, pages)
  const [reporter, ...others] = named
  if (others.length) return showChoice(ctx, named)
  const path = citationPath(reporter!)
  if (isNonCanonicalPath(ctx.request.url(), path)) return ctx.response.redirect(path, false, 301)
  const volumes = await listAvailableVolumes(pages.records.reader, reporter!)
  return show(ctx, path, {
    title: reporter!,
    lead: `Volumes of ${reporter} with decisions in this archive.`,
    links: volumes.map((label) => ({ label, path: citationPath(reporter!, label) })),
    isHome: false,
  })
}

async function showVolume(ctx: HttpContext, pages: RecordPages): Promise<string | void> {
  await pages.visitor(ctx)
  const named = await namedReporters(ctx, pages)
  const [reporter, ...others] = named
  const { volume } = ctx.params as { volume: string }
  if (others.length) return showChoice(ctx, named, volume)
  const path = citationPath(reporter!, volume)
  if (isNonCanonicalPath(ctx.request.url(), path)) return ctx.response.redirect(path, false, 301)
  const shown = isPlace(volume) && (await volumePage(ctx, pages, { reporter: reporter!, volume }))
  if (!shown) throw ApiError.detail(404, `This archive has no decisions in ${volume} ${reporter}.`)
  return show(ctx, path, shown)
}

/** Redirects to the decision, or shows several decisions or the volume. */
async function leadOn(ctx: HttpContext, pages: RecordPages): Promise<string | void> {
  await pages.visitor(ctx)
  const { volume, page } = ctx.params as { volume: string; page: string }
  const reporters = await namedReporters(ctx, pages, reportersOfCitation)
  const [reporter] = reporters
  const citation = `${volume} ${reporter} ${page}`
  const isWhole = isPlace(volume) && isPlace(page)
  const [found] = isWhole
    ? await matchCitations(pages.records.reader, [{ volume, reporters, page }])
    : []
  const links = [...(await pages.linksTo('clusters', found?.clusters ?? [])).values()]
  if (links.length === 1 && links[0]!.path)
    return ctx.response.redirect().status(302).toPath(links[0]!.path)
  const path = citationPath(reporter!, volume, page)
  if (links.length) {
    ctx.response.status(300)
    return show(ctx, path, {
      title: citation,
      lead: 'Several decisions have this citation.',
      links,
      isHome: false,
    })
  }
  const problem = `This archive has no decision at ${citation}.`
  const shown = isWhole && (await volumePage(ctx, pages, { reporter: reporter!, volume }))
  if (!shown) throw ApiError.detail(404, problem)
  ctx.response.status(404)
  return show(ctx, path, { ...shown, problem, around: around(shown.decisions, page) })
}

/** Returns the decision that can include a page: the last one that starts before it, unless it is the last in the list. */
function around<Decision extends { page: string }>(
  decisions: readonly Decision[],
  page: string
): Decision | undefined {
  const number = Number(page)
  const after = decisions.findIndex((decision) => Number(decision.page) > number)
  return decisions[after - 1]
}

/** @throws ApiError 404 for a reporter without decisions */
async function namedReporters(
  ctx: HttpContext,
  pages: RecordPages,
  read = reportersNamed
): Promise<string[]> {
  const written = String(ctx.params.reporter)
  const held = await filterAvailableReporters(pages.records.reader, read(written))
  if (!held.length) throw ApiError.detail(404, `This archive has no decisions in ${written}.`)
  return held
}

/** Shows the reporters that an ambiguous abbreviation can mean. */
function showChoice(ctx: HttpContext, reporters: string[], volume?: string): Promise<string> {
  ctx.response.status(300)
  const links = reporters.map((label) => ({
    label,
    path: citationPath(label, ...(volume === undefined ? [] : [volume])),
  }))
  const lead = 'Several reporters have this abbreviation.'
  return show(ctx, citationPath(), { title: 'Reporters', lead, links, isHome: false })
}

function show(ctx: HttpContext, path: string, shown: object): Promise<string> {
  if (ctx.response.getStatus() !== 200 || ctx.request.parsedUrl.query)
    ctx.response.header('x-robots-tag', 'noindex')
  ctx.view.share({ head: { canonical: `${origin(ctx)}${path}` } })
  setPageHeaders(ctx.response)
  return ctx.view.render('citations::reports', { home: citationPath(), ...shown })
}

/** Decisions per page. */
const SHOWN = 500
const MAX_PAGE = 1_000

interface Volume {
  reporter: string
  volume: string
}

/**
 * Returns the data of a volume's page: its decisions in order.
 *
 * @returns undefined if the requested page has no decisions
 */
async function volumePage(ctx: HttpContext, pages: RecordPages, at: Volume) {
  const { reporter, volume } = at
  const { records } = pages
  const number = parsePageParam(new URLSearchParams(ctx.request.parsedUrl.query ?? ''), MAX_PAGE)
  const offset = (number - 1) * SHOWN
  const { places, count } = await listReportedPlaces(records.reader, at, { offset, limit: SHOWN })
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
    lead: `${count.toLocaleString('en-US')} ${count === 1 ? 'decision' : 'decisions'} in this archive, in the order of the volume.`,
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

/** Returns links to the previous and next volume if they have decisions. */
async function besides({ records }: RecordPages, { reporter, volume }: Volume) {
  if (!/^\d{1,9}$/.test(volume)) return {}
  const [before, after] = [Number(volume) - 1, Number(volume) + 1].map(String) as [string, string]
  const held = await filterAvailableVolumes(records.reader, reporter, [before, after])
  const link = (name: string) =>
    held.has(name) ? { label: `${name} ${reporter}`, path: citationPath(reporter, name) } : null
  return { before: link(before), after: link(after) }
}
