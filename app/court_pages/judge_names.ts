import { clean } from './text.js'

/** Offices and fillers that aren't part of a judge's name. */
const DROPPED = new Set(
  (
    'judge judges magistrate mag district dist chief senior sr. bankruptcy bankr bkptcy visiting special master ' +
    'circuit court united states us u.s. usdj usmj usbj hon honorable the unassigned unassigned- unknown none ' +
    'no docket law clerk pro se se. presiding recalled'
  ).split(' ')
)
const NUMERAL = /^(?:ii|iii|iv|vi{0,3})$/i

/**
 * A judge's name without offices: `GREGG W ZIVE` and `Judge Gregg W Zive` become
 * `Gregg W. Zive`.
 *
 * @param printed the name as the court prints it
 */
export function judgeName(printed: string): string {
  const words = clean(printed).replaceAll(',', '').split(' ')
  const kept = words.filter((word) => !isDropped(word.toLowerCase()))
  if (kept[0] === 'J.' && !/^[A-Z]\.?$/.test(kept[1] ?? '')) kept.shift()
  return kept.map(writtenName).join(' ')
}

function isDropped(word: string): boolean {
  const suffix = word === 'jr.' || word === 'sr.'
  return (
    (DROPPED.has(word) && !suffix) ||
    /[()[\]]/.test(word) ||
    /^[-~]/.test(word) ||
    (word.includes('.') && word.length > 2 && !suffix)
  )
}

function writtenName(word: string): string {
  if (NUMERAL.test(word)) return word.toUpperCase()
  if (/^[a-z]\.?$/i.test(word)) return `${word[0].toUpperCase()}.`
  if (/^[js]r\.?$/i.test(word)) return `${word[0].toUpperCase()}r.`
  return word
    .toLowerCase()
    .replace(
      /(^|[-'])([a-z])/g,
      (_, before: string, letter: string) => before + letter.toUpperCase()
    )
    .replace(/^Mc([a-z])/, (_, letter: string) => `Mc${letter.toUpperCase()}`)
}
