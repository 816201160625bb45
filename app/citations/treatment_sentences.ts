/** The sentence around a place in a text with citations. */
import type { Citation } from './citation.js'
import type { Span } from './code_points.js'
import { eachSentenceEnd } from '#app/support/sentences'

/** Maximum length of a sentence in UTF-16 units. */
export const MAX_SENTENCE = 600
const WINDOW = 700

/** Boundaries of sentences in a text, which names and citations don't end. */
export class Sentences {
  readonly #text: string
  readonly #spans: readonly Span[]

  /** @param citations of the text, in their order */
  constructor(text: string, citations: readonly Citation[]) {
    this.#text = text
    this.#spans = citations.map(({ spans }) => ({
      start: Math.max(spans.full.start, spans.core.start - WINDOW),
      end: Math.max(spans.core.end, spans.withPin.end),
    }))
  }

  /** The sentence that contains a span, as a span of the text. */
  around({ start, end }: Span): Span {
    const from = Math.max(0, start - WINDOW)
    const until = Math.min(this.#text.length, end + WINDOW)
    const window = this.#text.slice(from, until)
    const near = this.#near(from, until)
    let first = from
    let last = until
    let isFound = false
    eachSentenceEnd(window, (index, afterwards) => {
      const point = from + index
      const next = from + afterwards
      const isOutside = next <= start || point >= end
      if (isFound || !isOutside) return
      if (near.some((span) => span.start < point && point < span.end)) return
      if (next <= start) first = next
      else {
        last = next
        isFound = true
      }
    })
    return { start: first, end: last }
  }

  /**
   * The text of a sentence, shortened around a span.
   *
   * @returns at most `MAX_SENTENCE` units
   */
  quote(sentence: Span, kept: Span): string {
    const text = this.#text.slice(sentence.start, sentence.end).trim()
    if (text.length <= MAX_SENTENCE) return text
    const room = Math.max(0, MAX_SENTENCE - 4 - (kept.end - kept.start)) >> 1
    const start = Math.max(sentence.start, kept.start - room)
    const end = Math.min(sentence.end, start + MAX_SENTENCE - 4)
    let part = this.#text.slice(start, end)
    if (start > sentence.start) part = `… ${part.replace(/^\S{0,60}\s/, '')}`
    if (end < sentence.end) part = `${part.replace(/\s\S{0,60}$/, '')} …`
    // Half of a surrogate pair can't be stored.
    return part.trim().replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  }

  #near(from: number, until: number): Span[] {
    let low = 0
    let high = this.#spans.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#spans[middle]!.end < from) low = middle + 1
      else high = middle
    }
    const found: Span[] = []
    for (let at = low; at < this.#spans.length && this.#spans[at]!.end <= until + WINDOW; at++)
      found.push(this.#spans[at]!)
    return found
  }
}
