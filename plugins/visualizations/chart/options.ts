/**
 * Which chart is drawn, and how (tags-visualizations 2.4).
 */
export const CHART_TYPES = [
  {
    value: 'dos',
    label: 'Degrees of separation',
    description: 'Decisions by their distance from the first one.',
  },
  {
    value: 'spaeth',
    label: 'Votes',
    description: 'Decisions by direction and votes, from liberal at the top to conservative.',
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

/** Degrees of separation to choose from. */
export const DEGREES = [1, 2, 3] as const

export interface ChartOptions {
  type: (typeof CHART_TYPES)[number]['value']
  xaxis: (typeof AXES)[number]['value']
  /** Degrees of separation that are shown at most. */
  dos: (typeof DEGREES)[number]
}

/** Reads the query of an address; what is none of the values is the default. */
export function chartOptions(query: Record<string, unknown>): ChartOptions {
  const dos = DEGREES.find((value) => String(value) === query.dos)
  return {
    type: CHART_TYPES.find(({ value }) => value === query.type)?.value ?? 'dos',
    xaxis: AXES.find(({ value }) => value === query.xaxis)?.value ?? 'cat',
    dos: dos ?? 3,
  }
}
