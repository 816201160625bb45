import type { Draft } from './citation.js'
import type { Cleaned } from './clean.js'
import { isAlphanumericAt } from './name_words.js'
import { pinCiteAfter } from './after_citation.js'
import { Parser } from 'htmlparser2'
import type { Span } from './code_points.js'

/** A party name that may refer to the case, after the end of its citation. */
interface Known {
  readonly field: 'plaintiff' | 'defendant'
  readonly after: number
}

/** Parties in too many cases to identify one. */
const COMMON = new Set(
  [
    'united states',
    'u.s.',
    'us',
    'state',
    'commonwealth',
    'people',
    'the',
    'the state',
    'the people',
  ].concat(['county', 'city', 'government', 'department', 'board', 'commission', 'doe', 'in', 're'])
)
const MAX_NAME_LENGTH = 100
const WORDS_OF_A_NAME = 12

/**
 * Names of previously cited cases, if a page follows (`In Foo at 62`)
 * or if the text's markup emphasizes them (`<em>Foo</em>`).
 */
export function references(text: string, drafts: readonly Draft[], markup?: Cleaned): Draft[] {
  const names = namesOf(drafts)
  if (!names.size) return []
  const taken = [...drafts].sort((one, other) => fullStart(one) - fullStart(other))
  const found = [
    ...(markup ? emphasizedIn(markup).flatMap((span) => emphasized(text, span, names)) : []),
    ...withPages(text, names),
  ]
  found.sort(
    (one, other) =>
      one.spans.core.start - other.spans.core.start || other.spans.core.end - one.spans.core.end
  )
  return outside(found, taken)
}

function fullStart({ spans }: Draft): number {
  return spans.full.start
}

function namesOf(drafts: readonly Draft[]): Map<string, Known> {
  const names = new Map<string, Known>()
  for (const { kind, plaintiff, defendant, spans } of drafts) {
    if (kind !== 'case' && kind !== 'parallel' && kind !== 'neutral') continue
    for (const [field, name] of [
      ['plaintiff', plaintiff],
      ['defendant', defendant],
    ] as const) {
      if (name && canMeanACase(name) && !names.has(name))
        names.set(name, { field, after: spans.core.end })
    }
  }
  return names
}

function canMeanACase(name: string): boolean {
  return (
    name.length > 2 &&
    name.length <= MAX_NAME_LENGTH &&
    /^\p{Lu}/u.test(name) &&
    !COMMON.has(name.toLowerCase())
  )
}

const PAGE_SIGN = /,? (?:at (?:pp?\. ?)?\*?\d|pp?\. ?\*?\d)/g

/** A name directly before ` at 62`: the longest match. */
function withPages(text: string, names: ReadonlyMap<string, Known>): Draft[] {
  const found: Draft[] = []
  for (const { index } of text.matchAll(PAGE_SIGN)) {
    const name = nameEndingAt(text, index, names)
    if (!name) continue
    const pin = pinCiteAfter(text, index)
    if (pin) found.push(reference(text, index - name.length, pin.end, name, names, pin.text))
  }
  return found
}

function nameEndingAt(
  text: string,
  end: number,
  names: ReadonlyMap<string, Known>
): string | undefined {
  let longest: string | undefined
  let start = end
  for (
    let words = 0;
    words < WORDS_OF_A_NAME && start > 0 && end - start <= MAX_NAME_LENGTH;
    words++
  ) {
    start--
    while (start > 0 && end - start <= MAX_NAME_LENGTH && isAlphanumericAt(text, start - 1)) start--
    const name = text.slice(start, end)
    const known = names.get(name)
    if (known && known.after <= start) longest = name
  }
  return longest
}

function emphasized(
  text: string,
  span: { start: number; end: number },
  names: ReadonlyMap<string, Known>
): Draft[] {
  const written = text.slice(span.start, span.end)
  const name = written.trim().replace(/[.,;:]+$/, '')
  const known = names.get(name)
  const start = span.start + written.indexOf(name)
  const end = start + name.length
  if (!known || known.after > start || isOpponent(text, start, end)) return []
  const draft = reference(text, start, end, name, names)
  const full = { start, end: start + written.trimStart().trimEnd().length }
  return [{ ...draft, spans: { ...draft.spans, full } }]
}

/** One party of a name that is cited in full. */
function isOpponent(text: string, start: number, end: number): boolean {
  return (
    /^,? vs?\.? /.test(text.slice(end, end + 8)) ||
    /\svs?\.? $/.test(text.slice(Math.max(0, start - 8), start))
  )
}

function reference(
  text: string,
  start: number,
  end: number,
  name: string,
  names: ReadonlyMap<string, Known>,
  pinCite?: string
): Draft {
  const core = { start, end }
  return {
    kind: 'reference',
    text: text.slice(start, end),
    spans: { core, withPin: core, full: core },
    groups: {},
    editions: [],
    [names.get(name)!.field]: name,
    ...(pinCite && { pinCite }),
  }
}

/** References that overlap no other citation and no earlier reference; both sorted. */
function outside(found: readonly Draft[], taken: readonly Draft[]): Draft[] {
  const kept: Draft[] = []
  let next = 0
  let covered = 0
  for (const draft of found) {
    const { start, end } = draft.spans.core
    while (next < taken.length && fullStart(taken[next]!) <= start) {
      covered = Math.max(covered, taken[next]!.spans.full.end)
      next++
    }
    const meetsNext = next < taken.length && fullStart(taken[next]!) < end
    if (start < covered || meetsNext) continue
    kept.push(draft)
    covered = end
  }
  return kept
}

const EMPHASIS = new Set(['em', 'i'])

/** Emphasized spans of the source, as spans of the cleaned text, in order. */
function emphasizedIn({ source, origin }: Cleaned): Span[] {
  const spans: Span[] = []
  let open = -1
  const parser = new Parser({
    onopentag: (name) => void (EMPHASIS.has(name) && (open = parser.endIndex + 1)),
    onclosetag(name) {
      if (!EMPHASIS.has(name) || open < 0) return
      spans.push({ start: placeOf(open, origin), end: placeOf(parser.startIndex, origin) })
      open = -1
    },
  })
  parser.end(source)
  return spans.filter(({ start, end }) => start < end)
}

/** The first unit of a cleaned text at or after a source position. */
function placeOf(place: number, origin: Int32Array): number {
  let low = 0
  let high = origin.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (origin[middle]! < place) low = middle + 1
    else high = middle
  }
  return low
}
