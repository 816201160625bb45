import { clean, straightened } from './text.js'

const ROLE =
  '(?:appell(?:ee|ant)|claimant|complainant|defendant|devisee|executor|executrix|petitioner|plaintiff|respondent)s?'
const ROLES = new RegExp(`\\b(?:${ROLE}(?:(?: ?[-/] ?)${ROLE}){0,3}|deceased)\\b[,.]?`, 'gi')
const UNITED_STATES = /^(?:USA|U\. ?S\. ?A\.|US|U\. ?S\.|(?:The )?United States(?: of America)?)$/i

/** Maximum number of characters read from a printed name. */
const MAX_LENGTH = 4_000

/** The name of a case for which no page prints one. */
export const UNKNOWN_CASE = 'Unknown Case Title'

/**
 * A case name in the archive's form: ` v. ` between the sides, no roles, no
 * "et al", straight quotes, `United States` in one spelling. Case is kept.
 *
 * @param printed the name as a page prints it
 * @returns the name; empty if nothing remains
 */
export function harmonize(printed: string): string {
  const sides = straightenedQuotes(printed)
    .replace(/[*#]/g, '')
    .replace(/^\s*All Defendants (?=\S)/i, '')
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

/** Trims punctuation and spaces at both ends; periods are kept. */
function stripped(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && MARKS.includes(text[start])) start++
  while (end > start && MARKS.includes(text[end - 1])) end--
  return text.slice(start, end)
}
