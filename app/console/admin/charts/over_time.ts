/**
 * Charts of table contents over time.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { BarChartData } from '#app/web/bar_chart'

/** A chart on the staff dashboard. */
export interface StaffChart {
  title: string
  /** Shown if there is no data in the period. */
  empty: string
  read: (app: ApplicationService, timeline: Timeline) => Promise<BarChartData>
}

interface RowsOverTime extends Pick<BarChartData, 'unit' | 'sums'> {
  /** Table and conditions: `webhook_deliveries WHERE NOT debug`. */
  from: string
  /** Column with the time. */
  time: string
  /** Aggregates per bar, by series: `{ Delivered: 'count(*)' }`. */
  series: Record<string, string>
}

/** Aggregates rows by time. */
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
      label: timeline.formatBarLabel(start),
      values: names.map((_, at) => Number(byStart.get(start.getTime())?.[at] ?? 0)),
    })),
  }
}

/**
 * Rows by bar.
 *
 * @param sql statement with two parameters: the interval of the bars, and the start of the first
 *   bar
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

/** Minutes of a period and of its bars, so that a chart has 12 to 24 bars. */
const SPAN_MINUTES = {
  hour: { all: 60, bar: 5 },
  day: { all: 1440, bar: 60 },
  fortnight: { all: 21_600, bar: 1440 },
} as const

export type Span = keyof typeof SPAN_MINUTES

export const SPANS = Object.keys(SPAN_MINUTES) as Span[]

interface Timeline {
  /** Start of each bar, oldest first; the last one is incomplete. */
  starts: Date[]
  /** Length of a bar as a PostgreSQL interval: `60 minutes`. */
  interval: string
  /** Label of the horizontal axis. */
  axis: string
  formatBarLabel: (start: Date) => string
}

/** The bars of a period that ends now. */
export function buildTimeline(span: Span): Timeline {
  const { all, bar } = SPAN_MINUTES[span]
  const width = bar * 60_000
  const count = all / bar
  const last = Math.floor(Date.now() / width) * width
  const isDays = bar === 1440
  return {
    starts: Array.from({ length: count }, (_, at) => new Date(last - (count - 1 - at) * width)),
    interval: `${bar} minutes`,
    axis: isDays ? 'Day (UTC)' : 'Time (UTC)',
    formatBarLabel: (start) => start.toISOString().slice(...(isDays ? [0, 10] : [11, 16])),
  }
}

/** The start of a period. */
export function getSpanStart(span: Span): Date {
  return new Date(Date.now() - SPAN_MINUTES[span].all * 60_000)
}
