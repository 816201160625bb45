/**
 * The citation network of a decision: two citations deep, the most cited.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { setPageHeaders } from '#app/support/page_headers'
import type { RecordPages } from '#app/web/record_pages'
import { networkChart } from '../chart/network_chart.js'
import { readNetwork } from '../chart/network.js'
import { AXES, chartOptions } from '../chart/options.js'
import { authoritiesNetwork } from '../network/authorities_network.js'

export async function showDecisionNetwork(ctx: HttpContext, pages: RecordPages): Promise<string> {
  await pages.visitor(ctx)
  const decision = await pages.records.find('clusters', String(ctx.params.id))
  if (!decision) throw ApiError.detail(404, 'There is no such record in this archive.')
  const end = Number(decision.id)
  const data = await authoritiesNetwork(pages.records.reader, end)
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
