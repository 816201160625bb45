/**
 * Citations as lawyers write them: `Brown v. Board of Education, 347 U.S. 483,
 * 495 n.11 (1954)`. What surrounds volume, reporter and page says where to
 * look within the decision, and when and by whom it was written; a decision
 * need not have these words itself.
 */
import type { RewrittenQuery } from '#app/search_engine/query/language'
import { asDocketNumber } from '#app/support/docket_number'
import { countCharacters } from '#app/search_engine/query/places'

/** Names of cases, as people write them (search.md 4.3). */

const VERSUS = / (?:vs?\.?|versus) /i
const OPENING_OF_A_NAME = /^"?(?:in re|(?:in the )?matter of|ex parte) /i

/** Whether a query reads like the name of a case. */
function looksLikeCaseName(text: string): boolean {
  return VERSUS.test(text) || OPENING_OF_A_NAME.test(text.trim())
}

const REPORTER_WORD = String.raw`(?!(?:AND|OR|NOT|TO|at)\s)[A-Za-z0-9][\w.'’]{0,19}`
const REPORTER = String.raw`(?<![\w.:])\d{1,4} +(?=[A-Za-z])${REPORTER_WORD}(?: +${REPORTER_WORD}){0,4}?`
/** The volume of the first reporters of the Supreme Court: `5 U.S. (1 Cranch) 137`. */
const NOMINATIVE = String.raw` +\(\d{1,3} [A-Z][\w.]{0,19}\)(?= *\d)`
const FIRST_PAGE = String.raw` +\d{1,8}(?!\w|[:.]\w)`
const RANGE = String.raw`\d{1,6}(?: *[-–—] *\*?\d{1,6})?`
const NOTE = String.raw`(?:nn?|fnn?|notes?|footnotes?)\.? *\d{1,4}(?: *[-–—] *\d{1,4})?(?!\w)`
/** Pages within the decision, after its first. */
const PAGES = String.raw`(?:(?:, *| +)at +\*?${RANGE}|, *${RANGE}(?= *(?:[,;(&]|\.? *$|${NOTE})))`
const ASIDES = String.raw`${PAGES}*(?:(?:,| |& )*${NOTE})?`
/** A reporter whose page is left out: `410 U.S. at 153`, and not `10 miles at 60`. */
const SHORTENED = /\.|[A-Z]{2}| us$/
/** The year, and a court before it. */
const YEAR = String.raw`\((?:[^()"]{0,40} )?(?:1[6-9]|20)\d\d\)`
/** `(Jackson, J., concurring)`, `(per curiam)`. */
const WHOSE = String.raw`\((?![^()"]*\b(?:AND|OR|NOT)\b)(?=[^()"]{0,120}(?:\bC?J\.|concurring|dissenting|plurality|per curiam|en banc|emphasis|omitted))[^()"]{1,160}\)`

/** What is in quotes; an escaped quote opens nothing. */
const QUOTED = String.raw`\\["\\]|"(?:[^"\\]|\\.)*"`
const CITED = new RegExp(
  `${QUOTED}|(?<before>(?:${YEAR} +)?)(?<reporter>${REPORTER})` +
    `(?:(?<nominative>(?:${NOMINATIVE})?)(?<page>${FIRST_PAGE})|(?=,? +at +[*\\d]))` +
    `(?<behind>${ASIDES}(?: *${YEAR})?(?: *${WHOSE})*)`,
  'g'
)
const LAST_YEAR = new RegExp(`${YEAR}[ .]*$`)
const NUMBERED = new RegExp(
  String.raw`${QUOTED}|(?<![\w:])((?:(?:case|docket|civil action|cause) +)?nos?\.? +)([\w:-]+)(,? +orig\b)?`,
  'gi'
)
/** Too short to be one without a word that says so: `70-4`. */
const SHORT_NUMBER = /^\d\d-\d{1,6}$/
/** `See`, `But see`, `Cf.` before what is cited. `See v. Seattle` is a case. */
const SIGNAL =
  /^ *(?:(?:but )?(?:see|cf\.?)(?: also| generally)?|accord|compare|contra)(?:,? e\.g\.)?,? +(?!v)/i

/**
 * Reads the citations, and the docket numbers after "No.", in a query. A
 * citation is its volume, reporter and page, without the page where only a pin
 * page is given; blanks replace what surrounds it.
 *
 * @param text with plain quotes and blanks
 */
export function readCitations(text: string): RewrittenQuery {
  const citations: string[] = []
  const numbers: string[] = []
  let nameEnd = text.length
  const cited = text.replaceAll(CITED, (found: string, ...rest: unknown[]) => {
    const { before, reporter, nominative, page, behind } = rest.at(-1) as Record<string, string>
    if (reporter === undefined || (page === undefined && !SHORTENED.test(reporter))) return found
    const at = rest.at(-3) as number
    nameEnd = Math.min(nameEnd, at)
    citations.push(reporter + (page ?? ''))
    return blanks(before!) + reporter + blanks(nominative ?? '') + (page ?? '') + blanks(behind!)
  })
  const isName = looksLikeCaseName(cited)
  const numbered = cited.replaceAll(
    NUMBERED,
    (found: string, before: string | undefined, number: string, original = '', at: number) => {
      if (before === undefined) return found
      const isNumber = SHORT_NUMBER.test(number) || (isName && /^\d{1,5}$/.test(number))
      if (!original && !isNumber && !asDocketNumber(number)) return found
      nameEnd = Math.min(nameEnd, at)
      numbers.push(number + original)
      return blanks(before) + number + original
    }
  )
  const dated = isName ? numbered.replace(LAST_YEAR, blanks) : numbered
  const plain = isName || citations.length ? dated.replace(SIGNAL, blanks) : dated
  return {
    text: plain,
    references: citations,
    numbers,
    name: plain.slice(0, nameEnd),
    looksLikeName: looksLikeCaseName(plain),
  }
}

function blanks(text: string): string {
  return ' '.repeat(countCharacters(text))
}

export default readCitations
