/** Texts without syntax. */

const PLAIN_WORDS = /^[^:"()[\]{}~*?!|%\\]+$/
const OPERATORS = /(^|\s)(AND|OR|NOT|-\S+)(\s|$)/

/** Whether a part of a query has only words: no operators, fields, and wildcards. */
export function isPlainText(text: string): boolean {
  return PLAIN_WORDS.test(text) && !OPERATORS.test(text)
}
