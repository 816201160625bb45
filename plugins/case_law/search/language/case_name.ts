/** Names of cases, as people write them (search.md 4.3). */

const VERSUS = / (?:vs?\.?|versus) /i
const OPENING_OF_A_NAME = /^"?(?:in re|(?:in the )?matter of|ex parte) /i

/** Whether a query reads like the name of a case. */
export function looksLikeCaseName(text: string): boolean {
  return VERSUS.test(text) || OPENING_OF_A_NAME.test(text.trim())
}
