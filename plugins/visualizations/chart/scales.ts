/** Positions of decisions in charts (tags-visualizations 2.4). */
import { scalePoint, scaleUtc } from 'd3-scale'
import type { Decision } from './network.js'
import type { ChartOptions } from './options.js'

/** Rows of the votes chart: direction, majority, and minority. */
export const VOTE_ROWS = [
  'L5-4',
  'L6-3',
  'L7-2',
  'L8-1',
  'N9-0',
  'C8-1',
  'C7-2',
  'C6-3',
  'C5-4',
  'Unk',
] as const

export type VoteRow = (typeof VOTE_ROWS)[number]

const LETTERS: Record<number, string> = { 1: 'C', 2: 'L' }
const JUSTICES = 9

/** The row of a decision; `Unk` if its votes or direction are unknown. */
export function voteRow({ minority, direction }: Decision): VoteRow {
  if (minority === null) return 'Unk'
  const letter = minority === 0 ? 'N' : LETTERS[direction ?? 0]
  const row = `${letter}${JUSTICES - minority}-${minority}`
  return VOTE_ROWS.find((each) => each === row) ?? 'Unk'
}

/** The vertical scale of the votes chart. @param height of the plot */
export function voteScale(height: number): (decision: Decision) => number {
  const scale = scalePoint(VOTE_ROWS, [0, height]).padding(0.5)
  return (decision) => scale(voteRow(decision))!
}

/** Offsets from one decision to the next that keep neighbors far apart. */
const STEPS = [68, 77, 55, 37, 42, 21, 62]
/** Percentage of the height that is used, and of the top margin. */
const SPREAD = 91
const MARGIN = 5
const MIDDLE = 50

/**
 * Vertical positions that spread decisions evenly and have no meaning.
 *
 * @param decisions sorted by date
 * @param ends decisions to place in the middle
 * @param height of the plot
 */
export function spread(
  decisions: Decision[],
  ends: ReadonlySet<number>,
  height: number
): (decision: Decision) => number {
  let place = 0
  const places = new Map(
    decisions.map(({ id }, index) => {
      place = (place + STEPS[index % STEPS.length]!) % SPREAD
      return [id, ends.has(id) ? MIDDLE : place + MARGIN]
    })
  )
  return ({ id }) => (places.get(id)! * height) / 100
}

/** Maximum axis labels. */
const MAX_LABELS = 9

interface TimeAxis {
  x: (decision: Decision) => number
  ticks: { x: number; label: string }[]
}

/**
 * The horizontal axis: decisions by date, evenly spaced or to scale.
 *
 * @param decisions sorted by date, at least one
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
