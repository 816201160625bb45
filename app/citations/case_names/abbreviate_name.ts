/** Abbreviates the name of a case for a citation (The Indigo Book, rules 11 to 15; Bluebook 10.2). */
import { wordTable } from './word_table.js'

const PROCEDURE: [form: RegExp, short: string][] = [
  [/^in\s+(?:the\s+)?(?:re:?|matters?\s+of)\s+(?:the\s+)?/i, 'In re '],
  [/^(?:the\s+)?matters?\s+of\s+(?:the\s+)?/i, 'In re '],
  [/^ex\s+parte\s+/i, 'Ex parte '],
]
/** Descriptions of parties and further parties, which citations omit. */
const OMITTED =
  /,\s+an?\s+(?:minor|infant|incapacitated person)\b.*$|,?\s+(?:et\s+al|et\s+ux|et\s+vir)\b\.?|,\s*(?:d\/b\/a|f\/k\/a|a\/k\/a|n\/k\/a|individually|doing business as|also known as|formerly known as|acting|in (?:his|her|their|its) (?:official|individual))\b.*$/gi
/** Titles of officers after a name: `Wainwright, Corrections Director`. */
const OFFICE =
  /,\s+(?:[\p{L}.']+\s+){0,6}(?:attorney general|secretary|director|warden|sheriff|commissioner|governor|superintendent|administrator|trustee|executor|executrix|president|chairman|mayor|receiver|guardian|comptroller|collector|treasurer)\b.*$/iu
/** A second designator after one that already shows a company: `Acme Co., Inc.` */
const SECOND_DESIGNATOR =
  /^(.*\b(?:Ass'n|Bros\.|Co\.|Corp\.|Ins\.|R\.R\.|Ry\.|Cos\.)),?\s+(?:Inc\.|Ltd\.|LLC|L\.L\.C\.|LLP|L\.P\.|N\.A\.|F\.S\.B\.)$/

/**
 * Abbreviates a case name: `Springfield Department of Transportation v. National Association of
 * Manufacturers, Inc.` is `Springfield Dep't of Transp. v. Nat'l Ass'n of Mfrs.`
 *
 * @param name the full name
 */
export function abbreviateCaseName(name: string): string {
  const text = name
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
  const [first, second] = text.split(/\s+(?:v\.?|vs\.?|versus)\s+/i)
  if (second !== undefined) return `${partyName(first!)} v. ${partyName(second)}`
  const procedure = PROCEDURE.find(([form]) => form.test(text))
  if (!procedure) return partyName(text)
  const [form, short] = procedure
  return short + partyName(text.replace(form, ''))
}

function partyName(party: string): string {
  const bare = party
    .replace(OFFICE, '')
    .replace(OMITTED, '')
    .replace(/^the\s+/i, '')
    .replace(/^(united states) of america\b/i, '$1')
    .replace(/[,;\s]+$/, '')
  const government = governmentName(bare)
  if (government) return government
  const words = bare.split(' ')
  if (words.length === 1) return bare
  const short = abbreviateWords(words)
  return short.replace(SECOND_DESIGNATOR, '$1')
}

/** `State of Ohio` is `State` in the courts of Ohio, and `Ohio` elsewhere, which is always clear. */
function governmentName(party: string): string | undefined {
  const { places } = wordTable()
  const of = /^(?:state|commonwealth|people(?: of the state)?)\s+of\s+(.+)$/i.exec(party)?.[1]
  if (of && places.has(of.toLowerCase())) return of
  return places.has(party.toLowerCase()) ? party : undefined
}

/** The longest place: `district of columbia`. */
const MAX_PLACE_WORDS = 3

function abbreviateWords(words: readonly string[]): string {
  const short: string[] = []
  for (let at = 0; at < words.length;) {
    const [text, length] = placeAt(words, at) ?? [abbreviateWord(words, at), 1]
    short.push(text)
    at += length
  }
  return short.join(' ')
}

function placeAt(words: readonly string[], at: number): [string, number] | undefined {
  const { places, abbreviations } = wordTable()
  for (let length = MAX_PLACE_WORDS; length > 0; length--) {
    const run = words.slice(at, at + length)
    if (run.length < length) continue
    const [, plain, end] = /^(.*?)([,;]*)$/.exec(run.join(' '))!
    const key = plain!.toLowerCase()
    if (!places.has(key) || !/^\p{Lu}/u.test(plain!)) continue
    // The United States is abbreviated as an adjective only, before another word.
    if (key === 'united states' && at + length === words.length) return [plain! + end!, length]
    return [(abbreviations.get(key)![0] ?? plain!) + end!, length]
  }
  return undefined
}

/** Directions, which are surnames at the end of a name: `Kanye West`. */
const DIRECTIONS = new Set(['east', 'west', 'north', 'south', 'young', 'law', 'judge'])

function abbreviateWord(words: readonly string[], at: number): string {
  const word = words[at]!
  const parts = /^([^\p{L}]*)(\p{L}[\p{L}'-]*)(['’]s)?(.*)$/u.exec(word)
  if (!parts) return word
  const [, before, bare, possessive = '', after] = parts
  const key = bare!.toLowerCase()
  if (key === 'and') return '&'
  if (!/^\p{Lu}/u.test(bare!)) return word
  const isLast = at === words.length - 1
  if (isLast && DIRECTIONS.has(key)) return word
  const short = shortForm(key)
  if (!short || short.length + 1 > key.length) return word
  return `${before}${short}${possessive}${after!.replace(/^\./, '')}`
}

function shortForm(key: string): string | undefined {
  const { abbreviations } = wordTable()
  const own = abbreviations.get(key)?.[0]
  if (own) return own
  const one = abbreviations.get(key.replace(/s$/, ''))?.[0]
  return one && key.endsWith('s') ? plural(one) : undefined
}

/** `Ass'n` and `Corp.` become `Ass'ns` and `Corps.` */
function plural(short: string): string {
  return short.endsWith('.') ? `${short.slice(0, -1)}s.` : `${short}s`
}
