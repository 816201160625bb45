/**
 * Reads citations as lawyers write them: `Brown v. Board of Education, 347 U.S. 483, 495 n.11
 * (1954)`. The text around volume, reporter, and page is the pin cite, date, or author, which the
 * decision itself doesn't have to contain.
 */
import type { RewrittenQuery } from '#app/search_engine/query/language'
import { asDocketNumber } from '#app/support/docket_number'
import { countCharacters } from '#app/search_engine/query/places'

/** Case names as people write them (search.md 4.3). */
const VERSUS = / (?:vs?\.?|versus) /i
const OPENING_OF_A_NAME = /^"?(?:in re|(?:in the )?matter of|ex parte) /i

/** Whether a query reads like the name of a case. */
function looksLikeCaseName(text: string): boolean {
  return VERSUS.test(text) || OPENING_OF_A_NAME.test(text.trim())
}

const REPORTER_WORD = String.raw`(?!(?:AND|OR|NOT|TO|at)\s)[A-Za-z0-9][\w.'’]{0,19}`
const REPORTER = String.raw`(?<![\w.:])\d{1,4} +(?=[A-Za-z])${REPORTER_WORD}(?: +${REPORTER_WORD}){0,4}?`
/** The volume of a nominative reporter: `5 U.S. (1 Cranch) 137`. */
const NOMINATIVE = String.raw` +\(\d{1,3} [A-Z][\w.]{0,19}\)(?= *\d)`
const FIRST_PAGE = String.raw` +\d{1,8}(?!\w|[:.]\w)`
const RANGE = String.raw`\d{1,6}(?: *[-–—] *\*?\d{1,6})?`
const NOTE = String.raw`(?:nn?|fnn?|notes?|footnotes?)\.? *\d{1,4}(?: *[-–—] *\d{1,4})?(?!\w)`
/** Pin cites after the first page. */
const PAGES = String.raw`(?:(?:, *| +)at +\*?${RANGE}|, *${RANGE}(?= *(?:[,;(&]|\.? *$|${NOTE})))`
/** `¶¶ 5-6`, `¶ 12, 14` */
const PARAGRAPHS = String.raw`(?:,? *(?:¶{1,2}|paras?\.?) *${RANGE}(?: *, *${RANGE}){0,5}(?!\w))`
const ASIDES = String.raw`(?:${PAGES}|${PARAGRAPHS})*(?:(?:,| |& )*${NOTE})?`
/** A reporter without the first page: `410 U.S. at 153`, but not `10 miles at 60`. */
const SHORTENED = /\.|[A-Z]{2}| us$/
/** The year, optionally after a court. */
const YEAR = String.raw`\((?:[^()"]{0,40} )?(?:1[6-9]|20)\d\d\)`
/** `(Jackson, J., concurring)`, `(per curiam)`. */
const WHOSE = String.raw`\((?![^()"]*\b(?:AND|OR|NOT)\b)(?=[^()"]{0,120}(?:\bC?J\.|concurring|dissenting|plurality|per curiam|en banc|emphasis|omitted))[^()"]{1,160}\)`

/** A quoted phrase; an escaped quote doesn't start one. */
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
/** Too short to be a docket number unless a word introduces it: `70-4`. */
const SHORT_NUMBER = /^\d\d-\d{1,6}$/
/** `See`, `But see`, or `Cf.` before a citation. `See v. Seattle` is a case name. */
const SIGNAL =
  /^ *(?:(?:but )?(?:see|cf\.?)(?: also| generally)?|accord|compare|contra)(?:,? e\.g\.)?,? +(?!v)/i

/**
 * Reads the citations in a query, and the docket numbers after "No.". A citation consists of
 * volume, reporter, and page (no page if only a pin cite is given); spaces replace the rest.
 *
 * @param text with plain quotes and spaces
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
