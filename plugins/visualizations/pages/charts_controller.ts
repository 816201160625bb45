import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { FRAMED_PAGE_HEADERS, setPageHeaders } from '#app/support/page_headers'
import { countView } from '#app/web/page_requests'
import { RecordPages } from '#app/web/record_pages'
import { networkChart } from '../chart/network_chart.js'
import { readNetwork } from '../chart/network.js'
import { AXES, CHART_TYPES, chartOptions, DEGREES, type ChartOptions } from '../chart/options.js'
import Visualization from '../models/visualization.js'
import { authoritiesNetwork } from '../network/authorities_network.js'
import {
  loadNewestNetwork,
  findVisualization,
  type ShownVisualization,
} from './stored_visualizations.js'

const ERRORS = {
  401: 'This visualization is private. Sign in as its owner to see it.',
  404: "This visualization doesn't exist.",
  410: 'This visualization was deleted.',
} as const

/** Public pages with a chart. */
@inject()
export default class ChartsController {
  constructor(private pages: RecordPages) {}

  /**
   * The page that other sites embed in a frame (tags-visualizations 2.4): a published
   * visualization for everyone, a private one for its owner.
   */
  async embed(ctx: HttpContext): Promise<string> {
    const { reader } = this.pages.records
    const visitor = await this.pages.visitor(ctx)
    const visualization = await findVisualization(reader, String(ctx.params.id))
    const isOwner = visualization?.user === visitor?.account.id
    for (const [name, value] of Object.entries(FRAMED_PAGE_HEADERS))
      ctx.response.header(name, value)
    const status = errorOf(visualization, isOwner)
    if (status || !visualization) {
      ctx.response.status(status ?? 404)
      return ctx.view.render('visualizations::refused', { message: ERRORS[status ?? 404] })
    }
    if (!isOwner) await countView(ctx, () => Visualization.countView(visualization.id))
    const options = chartOptions(ctx.request.qs())
    // For pages that show the title themselves.
    const isUntitled = ctx.request.qs().title === 'off'
    const { start, end } = visualization
    const network = readNetwork(await loadNewestNetwork(reader, visualization.id))
    return ctx.view.render('visualizations::embed', {
      visualization,
      isUntitled,
      chart: networkChart({ network, start, end }, options),
      choices: choicesOf(options, isUntitled ? { title: 'off' } : {}),
    })
  }

  /** The citation network of a decision: the most cited decisions within two citations. */
  async decision(ctx: HttpContext): Promise<string> {
    await this.pages.visitor(ctx)
    const { records } = this.pages
    const decision = await records.find('clusters', String(ctx.params.id))
    if (!decision) throw ApiError.detail(404, "This record isn't in the archive.")
    const end = Number(decision.id)
    const data = await authoritiesNetwork(records.reader, end)
    const options = { ...chartOptions(ctx.request.qs()), type: 'dos' as const }
    setPageHeaders(ctx.response)
    ctx.response.header('x-robots-tag', 'noindex')
    return ctx.view.render('visualizations::decision_network', {
      title: `Citation network of ${String(decision.case_name || decision.case_name_full || `No. ${decision.id}`)}`,
      decision,
      chart: data && networkChart({ network: readNetwork(data), end }, options),
      axes: AXES.map(({ value, label }) => ({
        label,
        path: `?xaxis=${value}`,
        current: value === options.xaxis,
      })),
    })
  }
}

function errorOf(
  visualization: ShownVisualization | undefined,
  isOwner: boolean
): keyof typeof ERRORS | undefined {
  if (!visualization) return 404
  if (visualization.deleted) return 410
  if (!visualization.published && !isOwner) return 401
  return undefined
}

/** Links to the same page with one option changed. */
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
