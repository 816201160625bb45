/**
 * Charts of what tables hold over time.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { BarChartData } from '#app/web/bar_chart'
import type { Timeline } from './timeline.js'

/** A chart on the start page of the staff. */
export interface StaffChart {
  title: string
  /** Said where the span has nothing to show. */
  empty: string
  read: (app: ApplicationService, timeline: Timeline) => Promise<BarChartData>
}

interface RowsOverTime extends Pick<BarChartData, 'unit' | 'sums'> {
  /** Table, and conditions: `webhook_deliveries WHERE NOT debug`. */
  from: string
  /** Its column with a time. */
  time: string
  /** What is added up in each bar, by the name of its part: `{ Delivered: 'count(*)' }`. */
  series: Record<string, string>
}

/** Sums of rows by the time they have. */
export async function chartOverTime(
  app: ApplicationService,
  timeline: Timeline,
  { from, time, series, ...chart }: RowsOverTime
): Promise<BarChartData> {
  const sums = Object.values(series).map((sql, at) => `coalesce(${sql}, 0)::float8 AS "${at}"`)
  const rows = await rowsOverTime(
    app,
    timeline,
    `SELECT date_bin(?::interval, ${time}, 'epoch') AS start, ${sums.join(', ')}
     FROM ${from} ${/\bWHERE\b/.test(from) ? 'AND' : 'WHERE'} ${time} >= ? GROUP BY 1`
  )
  const byStart = new Map(rows.map((row) => [Number(row.start), row]))
  const names = Object.keys(series)
  return {
    ...chart,
    axis: timeline.axis,
    series: names,
    bars: timeline.starts.map((start) => ({
      label: timeline.labelOf(start),
      values: names.map((_, at) => Number(byStart.get(start.getTime())?.[at] ?? 0)),
    })),
  }
}

/**
 * Rows by bar.
 *
 * @param sql with the interval of the bars as its first value and the start of the first one as its second
 */
export async function rowsOverTime(
  { container }: ApplicationService,
  { interval, starts }: Timeline,
  sql: string
): Promise<({ start: Date } & Record<string, unknown>)[]> {
  const database = await container.make('lucid.db')
  const { rows } = await database.rawQuery(sql, [interval, starts[0]!] as never[])
  return rows
}
