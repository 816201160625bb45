import { scalePoint, scaleUtc } from 'd3-scale'
import type { ChartOptions } from './options.js'
import type { Decision } from './network.js'

/** Labels of the axis at most. */
const MAX_LABELS = 9

export interface TimeAxis {
  x: (decision: Decision) => number
  ticks: { x: number; label: string }[]
}

/**
 * The horizontal axis: decisions by date, evenly spaced or to scale.
 *
 * @param decisions by date, at least one
 * @param width of the plot
 */
export function timeAxis(
  decisions: Decision[],
  xaxis: ChartOptions['xaxis'],
  width: number
): TimeAxis {
  return xaxis === 'time' ? toScale(decisions, width) : evenlySpaced(decisions, width)
}

function toScale(decisions: Decision[], width: number): TimeAxis {
  const dates = decisions.map(({ dateFiled }) => new Date(dateFiled))
  const scale = scaleUtc([dates[0]!, dates.at(-1)!], [0, width])
  return {
    x: ({ dateFiled }) => scale(new Date(dateFiled)),
    ticks: scale.ticks(MAX_LABELS).map((date) => ({
      x: scale(date),
      label: String(date.getUTCFullYear()),
    })),
  }
}

function evenlySpaced(decisions: Decision[], width: number): TimeAxis {
  const scale = scalePoint(
    decisions.map(({ id }) => id),
    [0, width]
  )
  const step = Math.ceil(decisions.length / MAX_LABELS)
  return {
    x: ({ id }) => scale(id)!,
    ticks: decisions
      .filter((_, index) => index % step === 0)
      .map((decision) => ({ x: scale(decision.id)!, label: decision.dateFiled.slice(0, 4) })),
  }
}
