/**
 * Citations as lawyers write them: `Brown v. Board of Education, 347 U.S. 483,
 * 495 (1954)`. What stands around volume, reporter and page says where to
 * look within the decision, and when it was made; a decision need not have
 * these words itself.
 */
import { docketNumberWords } from '../analysis/docket_number.js'
import { looksLikeCaseName } from './case_name.js'
import { countCharacters } from './places.js'

const REPORTER_WORD = String.raw`(?!(?:AND|OR|NOT|TO)\s)[A-Za-z0-9][\w.'’]{0,19}`
/** Volume, reporter and page. */
const CITATION = String.raw`(?<![\w.:])\d{1,4} +(?=[A-Za-z])${REPORTER_WORD}(?: +${REPORTER_WORD}){0,4}? +\d{1,6}(?![\w:.]\w)`
/** Pages within the decision, behind its first. */
const PAGES = String.raw`(?:, *\d{1,6}(?: *[-–] *\d{1,6})?(?= *(?:[,;(]|$)))*`
/** The year, and a court before it. */
const YEAR = String.raw`\((?:[^()"]{0,40} )?(?:1[6-9]|20)\d\d\)`

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
const CITED = new RegExp(`${QUOTED}|(${CITATION})(${PAGES}(?: *${YEAR})?)`, 'g')
const LAST_YEAR = new RegExp(`${YEAR} *$`)
const NUMBERED = new RegExp(
  String.raw`${QUOTED}|(?<![\w:])((?:(?:case|docket|civil action|cause) +)?nos?\.? +)([\w:-]+)`,
  'gi'
)
/** Too short to be one without a word that says so: `70-4`. */
const SHORT_NUMBER = /^\d\d-\d{1,6}$/

/**
 * A query with blanks for what stands around citations and names, and for
 * "No." before a docket number. What is in quotes stays; so do places.
 *
 * @param text with plain quotes and blanks
 */
export function withoutAsides(text: string): string {
  const cited = text.replaceAll(CITED, (found, citation?: string, asides = '') =>
    citation === undefined ? found : citation + blanks(asides)
  )
  const numbered = cited.replaceAll(NUMBERED, (found, before?: string, number = '') =>
    before !== undefined && (docketNumberWords(number) || SHORT_NUMBER.test(number))
      ? blanks(before) + number
      : found
  )
  return looksLikeCaseName(numbered) ? numbered.replace(LAST_YEAR, blanks) : numbered
}

/** The citations in a text, and what is before the first of them. */
export function citationsIn(text: string): { citations: string[]; before: string } {
  const found = [...text.matchAll(CITED)].filter(([, citation]) => citation !== undefined)
  return {
    citations: found.map(([, citation]) => citation!),
    before: found.length ? text.slice(0, found[0]!.index).replace(/[\s,;]+$/, '') : text,
  }
}

function blanks(text: string): string {
  return ' '.repeat(countCharacters(text))
}
