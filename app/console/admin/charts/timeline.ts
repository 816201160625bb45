/**
 * Spans of time that charts of the staff show, divided into bars.
 */
/** Minutes of a span and of each of its bars, so that a chart has 12 to 24 of them. */
const SPAN_MINUTES = {
  hour: { all: 60, bar: 5 },
  day: { all: 1440, bar: 60 },
  fortnight: { all: 21_600, bar: 1440 },
} as const

export type Span = keyof typeof SPAN_MINUTES

export const SPANS = Object.keys(SPAN_MINUTES) as Span[]

export interface Timeline {
  /** Where each bar starts, oldest first; the last one is not over yet. */
  starts: Date[]
  /** Length of a bar, as PostgreSQL has it: `60 minutes`. */
  interval: string
  /** What the horizontal axis shows. */
  axis: string
  labelOf: (start: Date) => string
}

/** The bars of a span that ends now. */
export function timelineOf(span: Span): Timeline {
  const { all, bar } = SPAN_MINUTES[span]
  const width = bar * 60_000
  const count = all / bar
  const last = Math.floor(Date.now() / width) * width
  const isDays = bar === 1440
  return {
    starts: Array.from({ length: count }, (_, at) => new Date(last - (count - 1 - at) * width)),
    interval: `${bar} minutes`,
    axis: isDays ? 'Day (UTC)' : 'Time (UTC)',
    labelOf: (start) => start.toISOString().slice(...(isDays ? [0, 10] : [11, 16])),
  }
}

/** When a span began. */
export function sinceOf(span: Span): Date {
  return new Date(Date.now() - SPAN_MINUTES[span].all * 60_000)
}
