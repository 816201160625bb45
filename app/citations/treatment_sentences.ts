/** The sentence around a place in a text with citations. */
import type { Citation } from './citation.js'
import type { Span } from './code_points.js'

/** Maximum length of a sentence in UTF-16 units. */
export const MAX_SENTENCE = 600
const WINDOW = 700

const END = /[.?!]["”’)\]]*\s+(?=["“‘([]*(?:[A-Z]|\d+ [A-Z]))/g
/** Abbreviations of more than three letters that a capital letter may follow. */
const ABBREVIATIONS = new Set(
  `Supp Corp Dist Assn Bros Sess Cong Cent Prof Educ Mass Wash Colo Conn Minn Miss Mont Tenn Okla Sept Bankr Crim
  Proc Cert Rptr Misc Dept Inst Servs Indus Transp Constr Comm Commr Hosp Props Const Amend Stat Reorg Super Appx
  Unempl Univ Auth Elec Natl Intl Govt Ariz Calif Unpub Cong Engg Envtl Fund Guar Hous Indem Labs Mach Mgmt Prods
  Sav Secs Sch Tech Tele Unif Util Pharm Petr Particip cf al seq vs id cert reh aff rev nom pet mem banc`.split(
    /\s+/
  )
)

function isAbbreviation(before: string): boolean {
  const word = /([A-Za-z.'’]+)$/.exec(before)?.[1]
  if (!word) return false
  if (word.length === 1 || word.slice(1).includes('.')) return true
  return (word.length <= 3 && /^[A-Z]/.test(word)) || ABBREVIATIONS.has(word)
}

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
    for (const { index, 0: match } of window.matchAll(END)) {
      const point = from + index
      const next = point + match.length
      const isOutside = next <= start || point >= end
      if (!isOutside || near.some((span) => span.start < point && point < span.end)) continue
      if (this.#text[point] === '.' && isAbbreviation(window.slice(0, index))) continue
      if (next <= start) first = next
      else {
        last = next
        break
      }
    }
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
