/** Strings that look like citations of cases but have a reporter that isn't known. */

export interface UnknownCitation {
  text: string
  /** UTF-16 units. */
  start: number
  end: number
}

/** A volume, a reporter with a period, and a page. */
const LIKE_CITATION =
  /(?<![\w.$§¶-])(\d{1,4}) ((?:[A-Z][\w'’]*\.?|&)(?: ?(?:[A-Z][\w'’]*\.?|&|\d{1,2}(?:d|st|nd|rd|th)))*) (\d{1,5})(?![\w%])/g
const MAX_REPORTER = 60
/** Records, exhibits, addresses, and dates. */
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
  let next = 0
  for (const match of text.matchAll(LIKE_CITATION)) {
    const { 0: whole, 2: reporter, index: start } = match
    const end = start + whole.length
    while (next < known.length && known[next]!.end <= start) next++
    const isKnown = next < known.length && known[next]!.start < end
    if (isKnown || reporter!.length > MAX_REPORTER || !/\.|\d[dhtrsn]/.test(reporter!)) continue
    if (NOT_REPORTERS.test(reporter!)) continue
    const after = text.slice(end, end + 120)
    const before = text.slice(Math.max(0, start - 160), start)
    if (SERIES.test(reporter!) || YEAR_AFTER.test(after) || NAME_BEFORE.test(before))
      found.push({ text: whole, start, end })
  }
  return found
}
