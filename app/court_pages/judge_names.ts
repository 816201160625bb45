import { clean } from './text.js'

/** Offices and fillers that aren't part of a judge's name. */
const DROPPED = new Set(
  (
    'judge judges magistrate mag district dist chief senior sr. bankruptcy bankr bkptcy visiting special master ' +
    'circuit court united states us u.s. usdj usmj usbj hon honorable the unassigned unassigned- unknown none ' +
    'no docket law clerk pro se se. presiding recalled usdc duty discovery mediator prisoner inactive merged ' +
    'successor mj dj pso pslc unassigned2 unassigneddj vjdistrict debt-magistrate magistrate-judge senior-judge ' +
    'mag/judge'
  ).split(' ')
)
/** Words with a period that belong to a name. */
const KEPT = new Set(['jr.', 'sr.', 'st.', 'ste.'])
const NUMERAL = /^(?:ii|iii|iv|vi{0,3})$/i

/** What follows a judge: another one. A comma can also precede the judge's office. */
const NEXT_JUDGE =
  /\s*;\s*|\s+(?:and|&)\s+|,\s*(?=(?:(?:the|hon\.?|honorable|chief|senior|u\.?s\.?|united states|district|magistrate|bankruptcy) ){0,5}(?:judge|magistrate) [a-z])/i
/** What a judge decides, after the name. */
const NOTE = /\([^()]{0,200}\)/g
/** A court of several judges, which has no name. */
const PANEL = /^(?:.{0,30} )?(?:judge|judges) panel$/i
/** Maximum number of characters read from the names of judges. */
const LONGEST = 1_000

/**
 * Judges' names without offices: `GREGG W ZIVE` and `Judge Gregg W Zive` become
 * `Gregg W. Zive`. Several names are separated by commas.
 *
 * @param printed the names as the court prints them
 */
export function judgeName(printed: string): string {
  const text = clean(printed.slice(0, LONGEST))
  if (PANEL.test(text)) return text
  const names = clean(text.replace(NOTE, ' ')).split(NEXT_JUDGE).map(oneJudge)
  return [...new Set(names.filter(Boolean))].join(', ')
}

function oneJudge(printed: string): string {
  const words = printed.replaceAll(',', '').split(' ').filter(Boolean)
  const kept = words.filter((word) => !isDropped(word.toLowerCase()))
  if (kept[0] === 'J.' && !/^[A-Z]\.?$/.test(kept[1] ?? '')) kept.shift()
  return kept.map(writtenName).join(' ')
}

function isDropped(word: string): boolean {
  if (KEPT.has(word)) return false
  return (
    DROPPED.has(word) ||
    /[()[\]]/.test(word) ||
    /^[-~]/.test(word) ||
    (word.includes('.') && word.length > 2)
  )
}

function writtenName(word: string): string {
  if (NUMERAL.test(word)) return word.toUpperCase()
  if (/^\p{L}\.?$/u.test(word)) return `${word[0].toUpperCase()}.`
  if (/^[js]r\.?$/i.test(word)) return `${word[0].toUpperCase()}r.`
  return word
    .toLowerCase()
    .replace(
      /(^|[-'’])(\p{Ll})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase()
    )
    .replace(/^Mc(\p{Ll})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
}
