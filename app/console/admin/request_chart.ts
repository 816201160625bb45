/**
 * Requests over time, for the staff dashboard.
 */
import { type BarChart, barChart } from '#app/web/bar_chart'

/** Minutes of a bar, so that each span has 12 to 24 of them. */
const MINUTES_PER_BAR = { 60: 5, 1440: 60, 21_600: 1440 }

export type SpanMinutes = keyof typeof MINUTES_PER_BAR

interface Row {
  start: Date
  succeeded: number
  failed: number
}

type Query = (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>

/**
 * Requests of the last minutes as a chart, server errors apart.
 *
 * @param span its length
 * @param query runs a statement
 */
export async function requestChart(span: SpanMinutes, query: Query): Promise<BarChart> {
  const width = MINUTES_PER_BAR[span] * 60_000
  const last = Math.floor(Date.now() / width) * width
  const starts = Array.from(
    { length: (span * 60_000) / width },
    (_, bar) => last - ((span * 60_000) / width - 1 - bar) * width
  )
  const rows = (await query(
    `SELECT date_bin(?::interval, minute, 'epoch') AS start,
            coalesce(sum(count) FILTER (WHERE status < 500), 0)::float8 AS succeeded,
            coalesce(sum(count) FILTER (WHERE status >= 500), 0)::float8 AS failed
     FROM request_minutes WHERE minute >= ? GROUP BY 1`,
    [`${MINUTES_PER_BAR[span]} minutes`, new Date(starts[0]!)]
  )) as unknown as Row[]
  const byStart = new Map(rows.map((row) => [row.start.getTime(), row]))
  const isDays = MINUTES_PER_BAR[span] === 1440
  return barChart({
    unit: 'requests',
    axis: isDays ? 'Day (UTC)' : 'Time (UTC)',
    series: ['Handled', 'Server errors (5xx)'],
    bars: starts.map((start) => {
      const row = byStart.get(start)
      const time = new Date(start).toISOString()
      return {
        label: isDays ? time.slice(0, 10) : time.slice(11, 16),
        values: [row?.succeeded ?? 0, row?.failed ?? 0],
      }
    }),
  })
}
