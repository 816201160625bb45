/**
 * API requests over time: handled requests, errors, and latency.
 */
import { chartOverTime, rowsOverTime, type StaffChart } from './over_time.js'

const EMPTY = 'No requests in this period.'

export const requests: StaffChart = {
  title: 'Requests',
  empty: EMPTY,
  read: (app, timeline) =>
    chartOverTime(app, timeline, {
      unit: 'requests',
      from: 'request_minutes',
      time: 'minute',
      series: {
        'Handled': 'sum(count) FILTER (WHERE status < 500)',
        'Server errors (5xx)': 'sum(count) FILTER (WHERE status >= 500)',
      },
    }),
}

export const errors: StaffChart = {
  title: 'Errors',
  empty: 'No errors in this period.',
  read: (app, timeline) =>
    chartOverTime(app, timeline, {
      unit: 'errors',
      from: 'request_minutes WHERE status >= 400',
      time: 'minute',
      series: {
        'Client errors (4xx)': 'sum(count) FILTER (WHERE status < 500)',
        'Server errors (5xx)': 'sum(count) FILTER (WHERE status >= 500)',
      },
    }),
}

export const latency: StaffChart = {
  title: 'Latency',
  empty: EMPTY,
  async read(app, timeline) {
    const rows = await rowsOverTime(
      app,
      timeline,
      `SELECT date_bin(?::interval, minute, 'epoch') AS start, speed, sum(count)::float8 AS count
       FROM request_minutes WHERE minute >= ? GROUP BY 1, 2 ORDER BY 1, 2`
    )
    const byStart = Map.groupBy(rows as unknown as SpeedRow[], ({ start }) => start.getTime())
    return {
      unit: 'milliseconds',
      sums: 'none',
      axis: timeline.axis,
      series: ['Median', '99th percentile'],
      bars: timeline.starts.map((start) => {
        const speeds = byStart.get(start.getTime()) ?? []
        return {
          label: timeline.formatBarLabel(start),
          values: [0.5, 0.99].map((share) => Math.round(quantile(speeds, share) ?? 0)),
        }
      }),
    }
  },
}

export interface Speed {
  /** Exponent of a latency class: requests took less than 2^speed milliseconds. */
  speed: number
  count: number
}

interface SpeedRow extends Speed {
  start: Date
}

/**
 * Latency quantile in milliseconds, interpolated within the latency classes.
 *
 * @param speeds fastest first
 * @returns undefined without requests
 */
export function quantile(speeds: readonly Speed[], share: number): number | undefined {
  const wanted = speeds.reduce((sum, { count }) => sum + count, 0) * share
  let seen = 0
  for (const { speed, count } of speeds) {
    const top = 2 ** speed
    const bottom = speed === 0 ? 0 : top / 2
    if (seen + count >= wanted) return bottom + (top - bottom) * ((wanted - seen) / count)
    seen += count
  }
  return undefined
}
