/**
 * Decisions by their citations: reporters, their volumes, the decisions of a
 * volume, and addresses that lead from a citation to its decision.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { PluginRouteContext } from '#core/define_plugin'
import { origin } from '#api/roots'
import { ApiError } from '#app/support/api_error'
import { setPageHeaders } from '#app/support/page_headers'
import { isElsewhere } from '#app/web/page_head'
import type { RecordPages } from '#app/web/record_pages'
import { matchCitations } from '../../lookup/match_citations.js'
import { citationPath, isPlace, reportersNamed } from './addresses.js'
import { heldOf, heldReporters, heldVolumes } from './held_reports.js'
import { volumePage } from './volume_page.js'

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
  const reporters = await heldReporters(pages.records.reader)
  return show(ctx, citationPath(), {
    title: 'Reporters',
    lead: 'Reporters of which this archive has decisions. An address like /c/us/347/483/ leads to the decision with the citation.',
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
  if (isElsewhere(ctx.request.url(), path)) return ctx.response.redirect(path, false, 301)
  const volumes = await heldVolumes(pages.records.reader, reporter!)
  return show(ctx, path, {
    title: reporter!,
    lead: `Volumes of ${reporter} of which this archive has decisions.`,
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
  if (isElsewhere(ctx.request.url(), path)) return ctx.response.redirect(path, false, 301)
  const shown = isPlace(volume) && (await volumePage(ctx, pages, { reporter: reporter!, volume }))
  if (!shown) throw ApiError.detail(404, `This archive has nothing of ${volume} ${reporter}.`)
  return show(ctx, path, shown)
}

/** Answers with a redirect to the decision, or with what there is where it is not one. */
async function leadOn(ctx: HttpContext, pages: RecordPages): Promise<string | void> {
  await pages.visitor(ctx)
  const { volume, page } = ctx.params as { volume: string; page: string }
  const reporters = await namedReporters(ctx, pages)
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

/** The decision that may have a page: the last one that begins before it, where another begins after it. */
function around<Decision extends { page: string }>(
  decisions: readonly Decision[],
  page: string
): Decision | undefined {
  const number = Number(page)
  const after = decisions.findIndex((decision) => Number(decision.page) > number)
  return decisions[after - 1]
}

/** @throws ApiError 404 for a reporter of which the archive has nothing */
async function namedReporters(ctx: HttpContext, pages: RecordPages): Promise<string[]> {
  const written = String(ctx.params.reporter)
  const held = await heldOf(pages.records.reader, reportersNamed(written))
  if (!held.length) throw ApiError.detail(404, `This archive has nothing reported in ${written}.`)
  return held
}

/** Of a spelling that means several reporters. */
function showChoice(ctx: HttpContext, reporters: string[], volume?: string): Promise<string> {
  ctx.response.status(300)
  const links = reporters.map((label) => ({
    label,
    path: citationPath(label, ...(volume === undefined ? [] : [volume])),
  }))
  const lead = 'Several reporters are cited by this abbreviation.'
  return show(ctx, citationPath(), { title: 'Reporters', lead, links, isHome: false })
}

function show(ctx: HttpContext, path: string, shown: object): Promise<string> {
  if (ctx.response.getStatus() !== 200 || ctx.request.parsedUrl.query)
    ctx.response.header('x-robots-tag', 'noindex')
  ctx.view.share({ head: { canonical: `${origin(ctx)}${path}` } })
  setPageHeaders(ctx.response)
  return ctx.view.render('citations::reports', { home: citationPath(), ...shown })
}
