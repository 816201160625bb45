/**
 * The charts of the staff's start page: those of the server and of plugins.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { logFailure } from '#app/database/database_away'
import { barChart, type BarChart } from '#app/web/bar_chart'
import type { StaffChart } from './over_time.js'
import { errors, latency, requests } from './requests.js'
import { storage } from './storage.js'
import { timelineOf, type Span } from './timeline.js'

export interface ReadChart extends Pick<StaffChart, 'title' | 'empty'> {
  /** Null where it cannot be read. */
  chart: BarChart | null
}

/** @param ofPlugins shown between those of the API and that of storage */
export function readCharts(
  { logger }: HttpContext,
  span: Span,
  ofPlugins: readonly StaffChart[]
): Promise<ReadChart[]> {
  const timeline = timelineOf(span)
  return Promise.all(
    [requests, errors, latency, ...ofPlugins, storage].map(async ({ title, empty, read }) => {
      try {
        return { title, empty, chart: barChart(await read(app, timeline)) }
      } catch (error) {
        logFailure(logger, error, 'a chart cannot be read', { chart: title })
        return { title, empty, chart: null }
      }
    })
  )
}
