/**
 * Parentheticals that say something of the case: `holding that …`, not
 * `citation omitted`.
 */

const FEWEST_WORDS = 3
/** Longer ones are texts whose closing parenthesis was lost. */
const MAX_LENGTH = 2_000

/** What parentheticals begin with that describe the citation, or name another source. */
const ABOUT_THE_CITATION =
  /^\W*(?:internal|citations?|quotations?|quotes|quoting|quoted|citing|cited|emphas[ie]s|alterations?|footnotes?|brackets?|ellips[ie]s|per curiam|en banc|in banc|plurality|memorandum|mem\b|unpublished|table|same\b|hereinafter|slip op|cert\b|rev'd|aff'd|overruled|opinion of|judgment of|abrogated|superseded)/i
const OF_A_JUDGE =
  /\b(?:JJ?\.|C\.\s?J\.|dissenting|concurring|in chambers)(?:\W|$)|\bdissenting opinion/
const ENDS_OTHERWISE = /\b(?:omitted|added|supplied|in original|removed|deleted)\W*$/i
/** `9th Cir. 2001`, `2d ed. 1990` */
const COURT_AND_YEAR = /^(?:\S{1,20}\s){0,5}\d{4}$/
/** `holding that`, `finding`, `noting` … */
const PARTICIPLE = /^[a-z]+ing\b/i

/** Whether a parenthetical says something of the case it follows. */
export function isRemark(text: string): boolean {
  if (text.length > MAX_LENGTH || wordsIn(text) < FEWEST_WORDS) return false
  return ![ABOUT_THE_CITATION, OF_A_JUDGE, ENDS_OTHERWISE, COURT_AND_YEAR].some((sign) =>
    sign.test(text)
  )
}

const BEST_LENGTH = { from: 8, to: 40 }

/** How much a remark is likely to tell, from 0 to 1: whether it begins as holdings do, and its length. */
export function remarkScore(text: string): number {
  const words = wordsIn(text)
  const { from, to } = BEST_LENGTH
  const length = words < from ? words / from : words > to ? to / words : 1
  return Math.round((PARTICIPLE.test(text) ? 0.5 : 0.2) * 1e4 + length * 0.5e4) / 1e4
}

function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}
