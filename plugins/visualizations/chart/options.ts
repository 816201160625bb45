/** Chart types and their options (tags-visualizations 2.4). */
export const CHART_TYPES = [
  {
    value: 'dos',
    label: 'Degrees of separation',
    description: 'Decisions by distance from the first one.',
  },
  {
    value: 'spaeth',
    label: 'Votes',
    description: 'Decisions by direction and votes, from liberal (top) to conservative (bottom).',
  },
  {
    value: 'genealogy',
    label: 'Genealogy',
    description: 'Each decision and the latest one it follows.',
  },
] as const

export const AXES = [
  { value: 'cat', label: 'Evenly spaced' },
  { value: 'time', label: 'To scale' },
] as const

/** Available degrees of separation. */
export const DEGREES = [1, 2, 3] as const

export interface ChartOptions {
  type: (typeof CHART_TYPES)[number]['value']
  xaxis: (typeof AXES)[number]['value']
  /** Maximum degrees of separation. */
  dos: (typeof DEGREES)[number]
}

/** Reads the options from a query string; invalid values fall back to the defaults. */
export function chartOptions(query: Record<string, unknown>): ChartOptions {
  const dos = DEGREES.find((value) => String(value) === query.dos)
  return {
    type: CHART_TYPES.find(({ value }) => value === query.type)?.value ?? 'dos',
    xaxis: AXES.find(({ value }) => value === query.xaxis)?.value ?? 'cat',
    dos: dos ?? 3,
  }
}
