/** Names of cases, as people write them (search.md 4.3). */

const VERSUS = / (?:vs?\.?|versus) /i
const OPENING_OF_A_NAME = /^"?(?:in re|(?:in the )?matter of|ex parte) /i

/** Whether a query reads like the name of a case. */
export function looksLikeCaseName(text: string): boolean {
  return VERSUS.test(text) || OPENING_OF_A_NAME.test(text.trim())
}

const PLAIN_WORDS = /^[^:"()[\]{}~*?!|%\\]+$/
const OPERATORS = /(^|\s)(AND|OR|NOT|-\S+)(\s|$)/

/** Whether a part of a query has words only: no operators, fields and wildcards. */
export function isPlainText(text: string): boolean {
  return PLAIN_WORDS.test(text) && !OPERATORS.test(text)
}
