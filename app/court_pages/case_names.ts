import { clean, straightened } from './text.js'

const ROLE =
  '(?:appell(?:ee|ant)|claimant|complainant|defendant|devisee|executor|executrix|petitioner|plaintiff|respondent)s?'
const ROLES = new RegExp(`\\b(?:${ROLE}(?:(?: ?[-/] ?)${ROLE}){0,3}|deceased)\\b[,.]?`, 'gi')
const UNITED_STATES = /^(?:USA|U\. ?S\. ?A\.|US|U\. ?S\.|(?:The )?United States(?: of America)?)$/i

/** Characters of a printed name that are read. */
const MAX_LENGTH = 4_000

/** The name of a case of which a page prints none. */
export const UNKNOWN_CASE = 'Unknown Case Title'

/**
 * The name of a case in the form the archive uses: ` v. ` between the sides, no roles, no
 * "et al", straight quotes, `United States` in one spelling. Letters keep their case.
 *
 * @param printed the name as a page prints it
 * @returns the name; empty when nothing remains
 */
export function harmonize(printed: string): string {
  const sides = straightenedQuotes(printed)
    .replace(/[*#]/g, '')
    .replace(/ (?:vs\.?|v\.?) /gi, (found) =>
      found.startsWith(' V') && !/s/i.test(found) ? found : ' v. '
    )
    .replace(ROLES, '')
    .split(' v. ')
  return clean(sides.map(harmonizeSide).join(' v. '))
}

const straightenedQuotes = (text: string) =>
  clean(text.slice(0, MAX_LENGTH)).replace(/[‘’“”]/g, straightened)

function harmonizeSide(side: string): string {
  const plain = stripped(
    stripped(side.replace(/,?\s?\bet\.? al\b\.?/gi, '')).replace(/^Nos?\.\s/i, '')
  )
  if (UNITED_STATES.test(plain)) return 'United States'
  return /^The State$/i.test(plain) ? 'State' : plain
}

const MARKS = '-–_/;, '

/** Without marks and blanks at both ends; full stops stay. */
function stripped(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && MARKS.includes(text[start])) start++
  while (end > start && MARKS.includes(text[end - 1])) end--
  return text.slice(start, end)
}
