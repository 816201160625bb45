/** A histogram of years as bars, each of which narrows a search to its years. */
import type { FacetValue } from '#app/search_engine/engine'

export interface YearBar {
  label: string
  count: number
  path: string
  x: number
  y: number
  width: number
  height: number
  /** Of the whole column, which is easier to hit. */
  column: { x: number; width: number }
}

export interface YearBars {
  width: number
  height: number
  bars: YearBar[]
  first: string
  last: string
}

const WIDTH = 240
const HEIGHT = 64
/** Share of a column that is left free. */
const GAP = 0.2
/** More columns are too narrow to hit. */
const MOST_COLUMNS = 30
const STEPS = [1, 2, 5, 10, 25, 50, 100]

/** @param pathOf address of the search within years, both included */
export function yearBars(
  values: FacetValue[],
  pathOf: (first: number, last: number) => string
): YearBars | null {
  const counts = new Map(values.map(({ value, count }) => [Number(value), count]))
  const years = [...counts.keys()]
  if (!years.length) return null
  const [earliest, latest] = [Math.min(...years), Math.max(...years)]
  const step =
    STEPS.find((one) => columnsOf(earliest, latest, one) <= MOST_COLUMNS) ?? STEPS.at(-1)!
  const start = Math.floor(earliest / step) * step
  const columns = columnsOf(earliest, latest, step)
  const sums = Array.from({ length: columns }, (_, at) => {
    const first = start + at * step
    let sum = 0
    for (let year = first; year < first + step; year++) sum += counts.get(year) ?? 0
    return { first, last: first + step - 1, count: sum }
  })
  const most = Math.max(...sums.map(({ count }) => count))
  const column = WIDTH / columns
  return {
    width: WIDTH,
    height: HEIGHT,
    first: String(earliest),
    last: String(latest),
    bars: sums.flatMap(({ first, last, count }, at) => {
      if (!count) return []
      // A single one of thousands is seen, too.
      const height = Math.max(3, Math.round((count / most) * HEIGHT))
      return {
        label: step === 1 ? String(first) : `${first} to ${last}`,
        count,
        path: pathOf(first, last),
        x: rounded((at + GAP / 2) * column),
        y: HEIGHT - height,
        width: rounded(column * (1 - GAP)),
        height,
        column: { x: rounded(at * column), width: rounded(column) },
      }
    }),
  }
}

function columnsOf(earliest: number, latest: number, step: number): number {
  return Math.floor(latest / step) - Math.floor(earliest / step) + 1
}

const rounded = (value: number) => Math.round(value * 100) / 100
