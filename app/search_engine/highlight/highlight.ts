/**
 * Highlights the matches of a query in a text (search.md 6).
 *
 * API values are stored texts with highlighting tags. The text between the tags isn't escaped,
 * as it isn't without highlighting. Pages must use the parts (`highlightParts`, `snippetParts`)
 * and escape them, or set `escape`.
 */
import { escapeHtml } from '#app/support/escape_html'
import { htmlText } from '../analysis/html_text.js'
import type { MarkedLeaf } from '../query/marked_leaves.js'
import type { QueryTree } from '../query/tree.js'
import { positiveLeaves } from '../query/tree.js'
import { findMatches, type Match } from './find_matches.js'
import { type Fragment, bestFragments } from './fragments.js'

export interface HighlightOptions {
  /** Index fields of the text; leaves for other fields are not highlighted. */
  fields: string[]
  /** Element for highlighting: `mark` in responses, `strong` in alerts. */
  tag?: 'mark' | 'strong'
  /** Escape the text for HTML. */
  escape?: boolean
}

export interface SnippetOptions extends HighlightOptions {
  /** The text is HTML or XML; its tags are removed. */
  html?: boolean
}

export interface TextPart {
  text: string
  marked: boolean
}

/** Maximum number of characters of a snippet without matches. */
const MAX_OPENING_LENGTH = 500
/** Number of characters that are searched for matches at a time, and in total. */
const STRETCH = 200_000
const MAX_SEARCHED_LENGTH = 4_000_000
/** Overlap of consecutive stretches, so that phrases across both are found. */
const OVERLAP = 2000
const BETWEEN_FRAGMENTS = ' … '

/** A whole value with its matches highlighted; null if nothing matches. */
export function highlight(
  text: string,
  query: QueryTree | MarkedLeaf[],
  options: HighlightOptions
): string | null {
  const parts = highlightParts(text, query, options)
  return parts.some(({ marked }) => marked) ? markedText(parts, options) : null
}

/** A whole value in parts. */
export function highlightParts(
  text: string,
  query: QueryTree | MarkedLeaf[],
  { fields }: Pick<HighlightOptions, 'fields'>
): TextPart[] {
  if (isWanted(text, query, fields)) return [{ text, marked: true }]
  const searched = text.slice(0, MAX_SEARCHED_LENGTH)
  return partsOf(text, 0, text.length, findMatches(searched, leavesFor(query, fields)))
}

/**
 * Up to five fragments of about 100 characters with up to five highlighted matches, joined with
 * ` … `; without a match, the first 500 characters.
 */
export function snippet(
  text: string,
  query: QueryTree | MarkedLeaf[],
  options: SnippetOptions
): string {
  return markedText(snippetParts(text, query, options), options)
}

/** A snippet in parts. */
function snippetParts(
  text: string,
  query: QueryTree | MarkedLeaf[],
  { fields, html = false }: Pick<SnippetOptions, 'fields' | 'html'>
): TextPart[] {
  const leaves = leavesFor(query, fields)
  const plain = leaves.length && html ? htmlText(text, MAX_SEARCHED_LENGTH) : text
  const fragments = leaves.length ? searchFragments(plain, leaves) : []
  if (!fragments.length) return [{ text: opening(text, { html }), marked: false }]
  return joined(plain, fragments)
}

/** The snippet of a value that already has highlighting (`<mark>`); null if it has none. */
export function snippetOfMarked(value: string): string | null {
  let plain = ''
  const matches: Match[] = []
  for (const [at, text] of value.split(/<mark>(.*?)<\/mark>/s).entries()) {
    const start = plain.length
    plain += text
    if (at % 2) matches.push({ start, end: plain.length, leaf: 0 })
  }
  return matches.length ? markedText(joined(plain, bestFragments(plain, matches)), {}) : null
}

function joined(text: string, fragments: Fragment[]): TextPart[] {
  return fragments.flatMap(({ start, end, matches }, index) => [
    ...(index ? [{ text: BETWEEN_FRAGMENTS, marked: false }] : []),
    ...trimmed(partsOf(text, start, end, matches)),
  ])
}

/** The first characters of a text, with spaces collapsed and without tags. */
export function opening(
  text: string,
  { html = false, length = MAX_OPENING_LENGTH }: { html?: boolean; length?: number } = {}
): string {
  let enough = length * 8
  for (;;) {
    const start = html ? htmlText(text, enough) : text.slice(0, enough)
    const collapsed = [...collapse(start).trim()]
    const whole = enough >= text.length
    if (whole || collapsed.length > length) return collapsed.slice(0, length).join('').trimEnd()
    enough *= 8
  }
}

/** Whether the query matches a whole value: `dob_state_id:VA`. */
function isWanted(text: string, query: QueryTree | MarkedLeaf[], fields: string[]): boolean {
  const value = text.trim().toLowerCase()
  return allLeaves(query).some(
    (leaf) => leaf.op === 'is' && fields.includes(leaf.field) && leaf.values.includes(value)
  )
}

function allLeaves(query: QueryTree | MarkedLeaf[]): MarkedLeaf[] {
  return Array.isArray(query) ? query : positiveLeaves(query)
}

function leavesFor(query: QueryTree | MarkedLeaf[], fields: string[]): MarkedLeaf[] {
  return allLeaves(query).filter(
    (leaf) => 'fields' in leaf && leaf.fields.some((name) => fields.includes(name))
  )
}

/** Fragments of the first stretch of a long text that has matches. */
function searchFragments(text: string, leaves: MarkedLeaf[]): Fragment[] {
  const length = Math.min(text.length, MAX_SEARCHED_LENGTH)
  for (let at = 0; at < length; at += STRETCH - OVERLAP) {
    const matches = findMatches(text.slice(at, at + STRETCH), leaves)
    if (!matches.length) continue
    return bestFragments(
      text,
      matches.map((match) => ({ ...match, start: match.start + at, end: match.end + at }))
    )
  }
  return []
}

function partsOf(
  text: string,
  start: number,
  end: number,
  matches: { start: number; end: number }[]
): TextPart[] {
  const parts: TextPart[] = []
  let at = start
  for (const match of matches) {
    if (match.start > at) parts.push({ text: text.slice(at, match.start), marked: false })
    parts.push({ text: text.slice(match.start, match.end), marked: true })
    at = match.end
  }
  if (at < end) parts.push({ text: text.slice(at, end), marked: false })
  return parts
}

/** Parts of a fragment, trimmed and with spaces collapsed. */
function trimmed(parts: TextPart[]): TextPart[] {
  const collapsed = parts.map(({ text, marked }) => ({ text: collapse(text), marked }))
  const [first] = collapsed
  const last = collapsed.at(-1)
  if (first) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
  return collapsed.filter(({ text }) => text)
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

function markedText(
  parts: TextPart[],
  { tag = 'mark', escape = false }: Omit<HighlightOptions, 'fields'>
): string {
  return parts
    .map(({ text, marked }) => {
      const shown = escape ? escapeHtml(text) : text
      return marked ? `<${tag}>${shown}</${tag}>` : shown
    })
    .join('')
}
