import { Parser } from 'htmlparser2'
import type { Cleaned } from './clean.js'
import type { Span } from './code_points.js'

const EMPHASIS = new Set(['em', 'i'])

/** Where a cleaned text was emphasized in its source, in order. */
export function emphasizedIn({ source, origin }: Cleaned): Span[] {
  const spans: Span[] = []
  let open = -1
  const parser = new Parser({
    onopentag: (name) => void (EMPHASIS.has(name) && (open = parser.endIndex + 1)),
    onclosetag(name) {
      if (!EMPHASIS.has(name) || open < 0) return
      spans.push({ start: placeOf(open, origin), end: placeOf(parser.startIndex, origin) })
      open = -1
    },
  })
  parser.end(source)
  return spans.filter(({ start, end }) => start < end)
}

/** The first unit of a cleaned text that was at a position of the source or after it. */
export function placeOf(place: number, origin: Int32Array): number {
  let low = 0
  let high = origin.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (origin[middle]! < place) low = middle + 1
    else high = middle
  }
  return low
}
