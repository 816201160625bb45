/** Strings that look like citations of cases but have a reporter that isn't known. */

export interface UnknownCitation {
  text: string
  /** UTF-16 units. */
  start: number
  end: number
}

const VOLUME = /^[(["\u201C]*(\d{1,4})$/
/** A word of a reporter: `Zork.`, `&`, `2d`. */
const PART = /^(?:[A-Z][\w'\u2019.]*|&|\d{1,2}(?:d|st|nd|rd|th))$/
const PAGE = /^(\d{1,5})(?![\w%$-])/
const MAX_PARTS = 8
const MAX_REPORTER = 60
/** Records, exhibits, streets, and dates. */
const NOT_REPORTERS =
  /^(?:(?:R|C|S|T|V|CT|RT|CR|RR|JA|AA|SR|Tr|App|Add|Dkt|Doc|ECF|Ex|Exh|Exs|Tab|Fig|Vol|Civ|Cv|Cr|Crim|Misc|No|Nos|Art|Sec|Ch|Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|August|September|October|November|December)\.?|(?:[CRJS]\.? ?[RATC]\.?|Clerk's R\.|Rep\. R\.)|.*\b(?:St|Ave|Blvd|Rd|Dr|Ln|Hwy|Suite|Street|Avenue|Road|Floor|Fl|Box|U\.S\.C|C\.F\.R)\.?)$/
/** A year in parentheses or brackets, after the cited page. */
const YEAR_AFTER = /^(?:,? (?:at )?[\d\u2013n.&*, -]{1,20})?,? ?[([][^()[\]]{0,80}\b[12]\d{3}[)\]]/
/** The name of a series of reports: `P.5th`, `Cal. Ct. Rep.` */
const SERIES = /\. ?\d{1,2}(?:d|th|st|nd|rd)$|\bRep(?:orts|tr)?\.?$/
const NAME_BEFORE =
  /\bv[s]?\.? [^.;]{0,20}[^;]{2,120},? $|\b(?:In re|Matter of|Ex parte|Estate of) [^;]{2,100},? $/

/**
 * @param text with cleaned white space
 * @param known spans of citations that were recognized
 */
export function unknownCitations(
  text: string,
  known: readonly { start: number; end: number }[]
): UnknownCitation[] {
  const found: UnknownCitation[] = []
  const words = [...text.matchAll(/\S+/g)]
  let next = 0
  for (let place = 0; place < words.length; place++) {
    const like = likeCitation(words, place)
    if (!like) continue
    const { start, end, reporter } = like
    while (next < known.length && known[next]!.end <= start) next++
    const isKnown = next < known.length && known[next]!.start < end
    if (isKnown || reporter.length > MAX_REPORTER || !/\.|\d[dhtrsn]/.test(reporter)) continue
    if (NOT_REPORTERS.test(reporter)) continue
    const after = text.slice(end, end + 120)
    const before = text.slice(Math.max(0, start - 160), start)
    if (SERIES.test(reporter) || YEAR_AFTER.test(after) || NAME_BEFORE.test(before))
      found.push({ text: text.slice(start, end), start, end })
  }
  return found
}

/** A volume, the words of a reporter, and a page, from a word on. */
function likeCitation(words: readonly RegExpExecArray[], place: number) {
  const volume = VOLUME.exec(words[place]![0])?.[1]
  if (!volume) return undefined
  const parts: string[] = []
  for (let at = place + 1; at < words.length && parts.length <= MAX_PARTS; at++) {
    const { 0: word, index } = words[at]!
    const page = parts.length ? PAGE.exec(word)?.[1] : undefined
    if (page) {
      const first = words[place]!
      const start = first.index + first[0].length - volume.length
      return { start, end: index + page.length, reporter: parts.join(' ') }
    }
    if (!PART.test(word)) return undefined
    parts.push(word)
  }
  return undefined
}
