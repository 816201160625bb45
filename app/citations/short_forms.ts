import type { Draft, Preceding } from './citation.js'
import { resolveEditions, type Token } from './tokens.js'
import type { Knowledge } from './knowledge.js'
import { isOutside, nameAtEnd } from './name_words.js'
import { SECTION } from './form_parts.js'
import { parentheticalAt, pinCiteAfter, restOfShortPin } from './after_citation.js'

const SUPRA_ANTECEDENT = /(?<name>[\p{L}\p{N}_.-]+) ?,? (?:(?<volume>\d+) )?$/u
const WINDOW = 120

/** A previously cited case: `Twombly, 550 U.S., at 554-555`. */
export function shortCase(text: string, token: Token, before: Preceding, known: Knowledge): Draft {
  const rest = restOfShortPin(text, token.end)
  const end = rest?.end ?? token.end
  const { volume, reporter, page } = token.groups
  const { editions, edition } = resolveEditions(token)
  const name = nameBefore(text, token, before, known)
  const parenthetical = parentheticalAt(text, end)
  const core = { start: token.start, end }
  return {
    kind: 'short',
    text: text.slice(token.start, token.end),
    spans: { core, withPin: core, full: { start: name?.start ?? token.start, end } },
    groups: token.groups,
    volume,
    reporter,
    page,
    editions,
    ...(edition && { edition }),
    pinCite: `${page}${rest?.text ?? ''}`,
    ...(editions.some(({ isSupremeCourt }) => isSupremeCourt) && { court: 'scotus' }),
    ...(name && { antecedent: name.text }),
    ...(parenthetical && { parenthetical: parenthetical.text }),
  }
}

/** The name before a short form, even if `supra` or a parallel short form is in between. */
function nameBefore(
  text: string,
  token: Token,
  { end, citation }: Preceding,
  { abbreviations }: Knowledge
) {
  const between = text.slice(end, token.start)
  if (citation && /^[,\s]*$/.test(between)) {
    if (citation.kind === 'supra') return nameBeforeSupra(text, citation, abbreviations)
    const carried = citation.antecedent ?? citation.defendant
    if (carried) return { start: citation.spans.full.start, text: carried }
  }
  const from = Math.max(end, token.start - WINDOW)
  const window = text.slice(from, token.start)
  const isNamed = /,? $/.test(window) && !/[”"]\s*$/.test(window)
  const found = isNamed ? nameAtEnd(window.replace(/[,\s]+$/, ''), abbreviations) : null
  return found && { start: from + found.start, text: withoutOpponent(found.text) }
}

/** The full name, of which a supra citation contains only the last word. */
export function nameBeforeSupra(text: string, supra: Draft, abbreviations: ReadonlySet<string>) {
  const { full, core } = supra.spans
  const from = Math.max(0, core.start - WINDOW)
  const found = nameAtEnd(text.slice(from, core.start).replace(/[,\s]+$/, ''), abbreviations)
  if (found) return { start: from + found.start, text: withoutOpponent(found.text) }
  return supra.antecedent ? { start: full.start, text: supra.antecedent } : null
}

function withoutOpponent(name: string): string {
  return name.slice(name.lastIndexOf(' v. ') < 0 ? 0 : name.lastIndexOf(' v. ') + 4)
}

/** The previously cited authority: `Id. at 4`. */
export function idCitation(text: string, token: Token): Draft {
  return { ...unnamed(text, token, 'id'), groups: {}, editions: [] }
}

/** An earlier authority by its name: `Foo, supra, at 2`. */
export function supraCitation(text: string, token: Token): Draft {
  const draft = unnamed(text, token, 'supra')
  const before = SUPRA_ANTECEDENT.exec(text.slice(Math.max(0, token.start - 80), token.start))
  const { name, volume } = before && !isOutside(before.groups!.name!) ? before.groups! : {}
  const onlyVolume = !volume && name !== undefined && /^\d+$/.test(name)
  const { core } = draft.spans
  return {
    ...draft,
    spans: {
      ...draft.spans,
      full: { start: name ? core.start - before![0].length : core.start, end: core.end },
    },
    groups: {},
    editions: [],
    ...(onlyVolume ? { volume: name } : name && { antecedent: name }),
    ...(volume && { volume }),
  }
}

/** A word with a section sign that is not part of a statutory citation. */
export function sectionCitation(text: string, token: Token): Draft {
  const core = { start: token.start, end: token.end }
  const section = SECTION_AT.exec(text.slice(text.indexOf('§', token.start), token.end + 40))?.[1]
  return {
    kind: 'section',
    text: text.slice(core.start, core.end),
    spans: { core, withPin: core, full: core },
    groups: {},
    ...(section && { section }),
    editions: [],
  }
}

const SECTION_AT = new RegExp(`^§{1,2} ?(${SECTION})(?![A-Za-z\\d])`)

const SECTION_PIN = new RegExp(
  `^ (?<pin>§{1,2} ?${SECTION}(?: ?\\(\\w{1,4}\\)){0,6}(?:(?:, | and |, and |[-–])(?:§ ?)?(?:${SECTION}(?:\\(\\w{1,4}\\)){0,6}|(?:\\(\\w{1,4}\\)){1,6})(?![\\w.] ?[A-Z]))*)(?![A-Za-z\\d])`
)

/** The section after `Id.`: `id. § 1630.2(o)(3)`. */
function sectionPin(text: string, place: number) {
  const match = SECTION_PIN.exec(text.slice(place, place + 80))
  return match && { text: match.groups!.pin!, end: place + match[0].length }
}

function unnamed(text: string, token: Token, kind: 'id' | 'supra') {
  const pin = (kind === 'id' && sectionPin(text, token.end)) || pinCiteAfter(text, token.end)
  const end = pin?.end ?? token.end
  const parenthetical = parentheticalAt(text, end)
  const core = { start: token.start, end }
  return {
    kind,
    text: text.slice(token.start, token.end),
    spans: { core, withPin: core, full: core },
    ...(pin && { pinCite: pin.text }),
    ...(parenthetical && { parenthetical: parenthetical.text }),
  }
}
