import type { Draft } from './citation.js'
import { editionsOf } from './editions.js'
import { parentheticalAt, parenthesized } from './parenthetical.js'
import { pinCiteAfter } from './pin_cite.js'
import type { Token } from './tokens.js'

const SUBSECTION = String.raw`\((?:\w{1,4})\)`
const SUBSECTIONS = new RegExp(
  `^(?<pin>(?:${SUBSECTION})+(?:(?:, | and |-| & )(?:${SUBSECTION})+)*(?: et seq\\.?)?|,? et seq\\.?)`
)
const YEAR =
  /^\s*(?:(?<publisher>[A-Z][A-Za-z.,'& ]*?)\s+)?(?<year>\d{4})(?:[-–]\d{2,4}| & \d{4})?\s*$/

/** A citation of laws, `18 U.S.C. § 3500(b) (2018)`, or of a journal, `1 Minn. L. Rev. 1, 2-3 (2007)`. */
export function lawOrJournal(text: string, token: Token, kind: 'law' | 'journal'): Draft {
  const pin = kind === 'law' ? subsections(text, token.end) : pinCiteAfter(text, token.end)
  const pinEnd = pin?.end ?? token.end
  const dated = datedAt(text, pinEnd)
  const datedEnd = dated?.end ?? pinEnd
  const parenthetical = parentheticalAt(text, datedEnd)
  const { editions, edition } = editionsOf(token, dated?.year)
  const { volume, reporter, page } = token.groups
  const core = { start: token.start, end: token.end }
  return {
    kind,
    text: text.slice(token.start, token.end),
    spans: {
      core,
      withPin: core,
      full: { start: token.start, end: parenthetical?.end ?? datedEnd },
    },
    groups: token.groups,
    ...(volume && { volume }),
    reporter,
    ...(page && { page }),
    editions,
    ...(edition && { edition }),
    ...(pin && { pinCite: pin.text }),
    ...(dated && { year: dated.year }),
    ...(dated?.publisher && { publisher: dated.publisher }),
    ...(parenthetical && { parenthetical: parenthetical.text }),
  }
}

/** Whether an abbreviation is ambiguous and cannot be resolved. */
export function namedOnly({ editions, edition }: Draft): boolean {
  return editions.length > 0 && !edition
}

function subsections(text: string, place: number) {
  const match = SUBSECTIONS.exec(text.slice(place, place + 80))
  return match && { text: match.groups!.pin!.trim(), end: place + match[0].length }
}

function datedAt(text: string, place: number) {
  const open = text[place] === '(' ? place : text.startsWith(' (', place) ? place + 1 : -1
  const paren = open < 0 ? null : parenthesized(text, open, 100)
  const match = paren && YEAR.exec(paren.text)
  if (!match) return null
  const { year, publisher } = match.groups!
  return { year: Number(year), publisher, end: paren.end }
}
