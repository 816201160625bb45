/** Selects the parts of a long text that a snippet shows. */
import type { Match } from './find_matches.js'

/** Part of a text, from a word's start to a word's end. */
export interface Fragment {
  start: number
  end: number
  /** Highlighted spans. */
  matches: Match[]
}

const MAX_FRAGMENTS = 5
const MAX_MATCHES = 5
const LENGTH = 100
/** Maximum number of characters without a space that count as one word and aren't split. */
const MAX_WORD_LENGTH = 100

/**
 * The best fragments of a text, in text order: those with the most distinct parts of the query,
 * then the first ones; five matches in total.
 */
export function bestFragments(text: string, matches: Match[]): Fragment[] {
  const groups = groupMatches(text, matches)
    .map((group) => ({ group, parts: partsOf(group) }))
    .sort((a, b) => b.parts - a.parts || a.group[0]!.start - b.group[0]!.start)
  const chosen: Match[][] = []
  let left = MAX_MATCHES
  for (const { group } of groups.slice(0, MAX_FRAGMENTS)) {
    if (left <= 0) break
    chosen.push(group.slice(0, left))
    left -= group.length
  }
  return chosen
    .sort((a, b) => a[0]!.start - b[0]!.start)
    .reduce<Fragment[]>((fragments, group, index, sorted) => {
      const from = fragments.at(-1)?.end ?? 0
      const until = sorted[index + 1]?.[0]!.start ?? text.length
      return [...fragments, around(text, group, from, until)]
    }, [])
}

/** Number of distinct query parts among the matches. */
function partsOf(group: Match[]): number {
  const parts = new Map(group.map(({ leaf, parts: count = 1 }) => [leaf, count]))
  return [...parts.values()].reduce((sum, count) => sum + count, 0)
}

/** Matches that fit into one fragment, or into one word. */
function groupMatches(text: string, matches: Match[]): Match[][] {
  const groups: Match[][] = []
  for (const match of matches) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const fits =
      last &&
      (match.end - group![0]!.start <= LENGTH ||
        (match.start - last.end < MAX_WORD_LENGTH && !/\s/.test(text.slice(last.end, match.start))))
    if (fits) group!.push(match)
    else groups.push([match])
  }
  return groups
}

/** The fragment around matches, between the previous and the next fragment. */
function around(text: string, matches: Match[], from: number, until: number): Fragment {
  const first = matches[0]!.start
  const last = matches.at(-1)!.end
  const room = Math.max(0, LENGTH - (last - first))
  const start = wordStart(text, Math.max(from, first - Math.floor(room / 2)), first, from)
  const end = wordEnd(text, Math.min(until, start + Math.max(LENGTH, last - start)), last, until)
  return { start, end, matches }
}

/**
 * Finds the start of the next word at or after a position. If no word starts
 * before the match, returns the start of the word that contains the match,
 * unless that word is too long.
 */
function wordStart(text: string, at: number, match: number, from: number): number {
  if (at === 0 || isBlank(text, at - 1)) return at
  for (let next = at; next < match; next++) if (isBlank(text, next)) return next + 1
  const earliest = Math.max(from, at - MAX_WORD_LENGTH)
  for (let before = at - 1; before >= earliest; before--)
    if (before === 0 || isBlank(text, before - 1)) return before
  return isLowSurrogate(text, at) ? at + 1 : at
}

/**
 * The end of the last word before a position, if it is after the match; otherwise the end of
 * the word that contains the match.
 */
function wordEnd(text: string, at: number, match: number, until: number): number {
  if (at >= text.length || isBlank(text, at)) return at
  for (let next = at; next >= match; next--) if (isBlank(text, next)) return next
  const latest = Math.min(until, at + MAX_WORD_LENGTH)
  for (let next = at + 1; next <= latest; next++)
    if (next >= text.length || isBlank(text, next)) return next
  return isLowSurrogate(text, at) ? at - 1 : at
}

function isBlank(text: string, at: number): boolean {
  return /\s/.test(text[at]!)
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit < 0xe000
}
