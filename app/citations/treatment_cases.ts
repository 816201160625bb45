/** Adjacent citations of one case, and the text between a case and a phrase. */
import { parenthesized } from './after_citation.js'
import type { Citation } from './citation.js'

/** A case cited at one place, with its parallel citations. */
export interface CaseAt {
  /** Start of its name, or of its first citation. */
  readonly start: number
  /** Start of its first citation. */
  readonly core: number
  /** End of the cited page of its last citation. */
  end: number
  readonly citations: Citation[]
}

const OF_CASES: ReadonlySet<Citation['kind']> = new Set(['case', 'parallel', 'neutral', 'short'])
/** Maximum text between parallel citations. */
const BETWEEN = 14

/**
 * The cases cited in a text in order, with parallel citations together.
 *
 * @param groups citations of each case, as resolved
 */
export function casesAt(
  text: string,
  citations: readonly Citation[],
  groups: readonly (readonly Citation[])[]
): CaseAt[] {
  const groupOf = new Map<Citation, number>()
  for (const [group, members] of groups.entries())
    for (const member of members) groupOf.set(member, group)
  const cases: CaseAt[] = []
  for (const citation of citations) {
    if (!OF_CASES.has(citation.kind)) continue
    const { core, full, withPin } = citation.spans
    const last = cases.at(-1)
    if (last && isParallel(text, last, citation, groupOf)) {
      last.citations.push(citation)
      last.end = endOf(text, last.end, citation)
      continue
    }
    const start = Math.min(core.start, Math.max(full.start, last?.end ?? 0))
    cases.push({ start, core: core.start, end: withPin.end, citations: [citation] })
  }
  return cases
}

function isParallel(
  text: string,
  { end, citations }: CaseAt,
  citation: Citation,
  groupOf: ReadonlyMap<Citation, number>
): boolean {
  const group = groupOf.get(citation)
  const { start } = citation.spans.core
  if (group === undefined || groupOf.get(citations.at(-1)!) !== group) return false
  if (start < end || start - end > BETWEEN) return false
  return /^[^A-Za-z]*$/.test(text.slice(end, start))
}

/** Includes the end of parentheses around a parallel citation: `286 Ga. 216 (686 SE2d 786)`. */
function endOf(text: string, before: number, { spans }: Citation): number {
  const { core, withPin } = spans
  const isOpen = /[([]/.test(text.slice(before, core.start).replace(/\([^()]*\)/g, ''))
  return isOpen && /[)\]]/.test(text[withPin.end] ?? '') ? withPin.end + 1 : withPin.end
}

/** Index of the first case whose citation starts at or after a position. */
export function firstAfter(cases: readonly CaseAt[], place: number): number {
  let low = 0
  let high = cases.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (cases[middle]!.core < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Maximum text between a case and its history. */
const MAX_DISTANCE = 600
const PIN =
  /(?:(?:&|and|at|passim)\s+)?(?:(?:n{1,2}|fn|pp?|¶{1,2})\.?\s?)?\*?\d+(?:[-–]\*?\d+)?(?![A-Za-z\d])/y
/** Other events in the history of a case. */
const EVENT =
  /(?:(?:and|&)\s+)?(?:(?:petition for )?(?:reh['’]g|rehearing|review|appeal|leave to appeal|pet\.|writ|trans\.|motion)(?: en banc)? (?:denied|dismissed|granted|den\.|ref['’]d)|(?:and )?remanded|mem\.|per curiam|en banc|in (?:relevant )?part|in pertinent part|on other grounds|without opinion|aff['’]?d|rev['’]?d|vacated|affirmed|reversed|modified|cert\. (?:denied|granted|dismissed)|certiorari (?:denied|granted)|for table|table)(?![A-Za-z])/iy

/**
 * Skips parentheses, pages, and other history after a case.
 *
 * @returns the remaining text before `to`; null if `to` is too far away or outside the parentheses that contain the case
 */
export function restBetween(text: string, { end }: CaseAt, to: number): string | null {
  if (to - end > MAX_DISTANCE) return null
  let place = end
  let isInside = false
  while (place < to) {
    const unit = text[place]!
    if (unit === '(' || unit === '[') {
      const closed = parenthesized(text, place, MAX_DISTANCE)?.end ?? Infinity
      if (closed <= to) place = closed
      else if (isInside) return null
      else {
        isInside = true
        place++
      }
    } else if (/[\s,;”"*]/.test(unit)) place++
    else {
      const next = stickyEnd(PIN, text, place) ?? stickyEnd(EVENT, text, place)
      if (next === undefined || next > to) return text.slice(place, to)
      place = next
    }
  }
  return ''
}

function stickyEnd(regex: RegExp, text: string, place: number): number | undefined {
  regex.lastIndex = place
  return regex.test(text) ? regex.lastIndex : undefined
}
