/**
 * The page of a visualization that other sites show in a frame
 * (tags-visualizations 2.4).
 */
import type { HttpContext } from '@adonisjs/core/http'
import { countView } from '#app/web/page_requests'
import { FRAMED_PAGE_HEADERS } from '#app/support/page_headers'
import type { RecordPages } from '#app/web/record_pages'
import { networkChart } from '../chart/network_chart.js'
import { readNetwork } from '../chart/network.js'
import { AXES, CHART_TYPES, chartOptions, DEGREES, type ChartOptions } from '../chart/options.js'
import Visualization from '../models/visualization.js'
import { networkOf, visualizationOf, type ShownVisualization } from './stored_visualizations.js'

const REFUSALS = {
  401: 'This visualization is private. Sign in as its owner to see it.',
  404: 'There is no such visualization.',
  410: 'This visualization was deleted.',
} as const

/** Shows a published visualization to everyone, and a private one to its owner. */
export async function showEmbed(ctx: HttpContext, pages: RecordPages): Promise<string> {
  const { reader } = pages.records
  const visitor = await pages.visitor(ctx)
  const visualization = await visualizationOf(reader, String(ctx.params.id))
  const isOwner = visualization?.user === visitor?.account.id
  for (const [name, value] of Object.entries(FRAMED_PAGE_HEADERS)) ctx.response.header(name, value)
  const refusal = refusalOf(visualization, isOwner)
  if (refusal || !visualization) {
    ctx.response.status(refusal ?? 404)
    return ctx.view.render('visualizations::refused', { message: REFUSALS[refusal ?? 404] })
  }
  if (!isOwner) await countView(ctx, () => Visualization.countView(visualization.id))
  const options = chartOptions(ctx.request.qs())
  // Pages with a heading of their own leave it out.
  const isUntitled = ctx.request.qs().title === 'off'
  const { start, end } = visualization
  const network = readNetwork(await networkOf(reader, visualization.id))
  return ctx.view.render('visualizations::embed', {
    visualization,
    isUntitled,
    chart: networkChart({ network, start, end }, options),
    choices: choicesOf(options, isUntitled ? { title: 'off' } : {}),
  })
}

function refusalOf(
  visualization: ShownVisualization | undefined,
  isOwner: boolean
): keyof typeof REFUSALS | undefined {
  if (!visualization) return 404
  if (visualization.deleted) return 410
  if (!visualization.published && !isOwner) return 401
  return undefined
}

/** Links to the same page with another option. */
function choicesOf(options: ChartOptions, kept: Record<string, string>) {
  const choice = (label: string, changed: Partial<ChartOptions>) => ({
    label,
    path: `?${new URLSearchParams({ ...options, ...changed, dos: String(changed.dos ?? options.dos), ...kept })}`,
    current: Object.entries(changed).every(
      ([name, value]) => options[name as keyof ChartOptions] === value
    ),
  })
  return {
    types: CHART_TYPES.map(({ value, label }) => choice(label, { type: value })),
    axes: AXES.map(({ value, label }) => choice(label, { xaxis: value })),
    degrees: options.type === 'genealogy' ? [] : DEGREES.map((dos) => choice(String(dos), { dos })),
  }
}
