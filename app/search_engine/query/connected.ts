/**
 * Decides whether terms occur in positions that the links of a chain allow. The terms and links
 * form a graph from left to right. A chain matches if some path has an occurrence for each term,
 * so occurrences are passed on from term to term, and the time is linear in their number.
 */
import type { Breaks } from '../analysis/breaks.js'
import type { Chain, Link, Operand, TermLeaf } from './tree.js'

/** Where terms occur: numbers of the first and last word, sorted by the first. */
export interface Occurrences {
  first: number[]
  last: number[]
}

interface Edge {
  from: number
  to: number
  link: Link
}

/** A chain as a graph. Terms are in the order of the chain, so edges lead to later terms. */
export interface LinkGraph {
  /** For each node, its alternatives. */
  terms: TermLeaf[][]
  edges: Edge[]
  /** Nodes that end the chain. */
  ends: number[]
}

const known = new WeakMap<Chain, LinkGraph>()

/** The graph of a chain, built once. */
export function buildLinkGraph(chain: Chain): LinkGraph {
  let graph = known.get(chain)
  if (!graph) {
    graph = { terms: [], edges: [], ends: [] }
    graph.ends = add(chain, graph).ends
    known.set(chain, graph)
  }
  return graph
}

function add(operand: Operand, graph: LinkGraph): { starts: number[]; ends: number[] } {
  if (operand.is === 'terms') {
    const node = graph.terms.push(operand.of) - 1
    return { starts: [node], ends: [node] }
  }
  const parts = operand.of.map((part) => add(part, graph))
  if (operand.is === 'any')
    return {
      starts: parts.flatMap(({ starts }) => starts),
      ends: parts.flatMap(({ ends }) => ends),
    }
  for (const [index, link] of operand.links.entries())
    for (const from of parts[index]!.ends)
      for (const to of parts[index + 1]!.starts) graph.edges.push({ from, to, link })
  return { starts: parts[0]!.starts, ends: parts.at(-1)!.ends }
}

/**
 * The occurrences of each term that belong to a match; null if there is no match.
 *
 * @param occurrences of each node of the graph
 */
export function findLinked(
  graph: LinkGraph,
  occurrences: readonly Occurrences[],
  breaks: Breaks
): Occurrences[] | null {
  const reached = reach(graph, occurrences, breaks)
  if (!reached) return null
  const { terms, edges, ends } = graph
  const kept = reached.map((found, node) => (ends.includes(node) ? found : NONE))
  for (let node = terms.length - 1; node >= 0; node--)
    for (const { from, to, link } of edges)
      if (to === node)
        kept[from] = union(kept[from]!, linked(kept[node]!, reached[from]!, link, false, breaks))
  return kept
}

/** Whether there is a match. */
export function hasLinked(
  graph: LinkGraph,
  occurrences: readonly Occurrences[],
  breaks: Breaks
): boolean {
  return reach(graph, occurrences, breaks) !== null
}

/** The occurrences of each term at the end of a path from the start of the chain. */
function reach(
  { terms, edges, ends }: LinkGraph,
  occurrences: readonly Occurrences[],
  breaks: Breaks
): Occurrences[] | null {
  const reached: Occurrences[] = []
  for (let node = 0; node < terms.length; node++) {
    const before = edges.filter(({ to }) => to === node)
    let found = before.length ? NONE : occurrences[node]!
    for (const { from, link } of before)
      found = union(found, linked(reached[from]!, occurrences[node]!, link, true, breaks))
    reached.push(found)
  }
  return ends.some((node) => reached[node]!.first.length) ? reached : null
}

const NONE: Occurrences = { first: [], last: [] }

/**
 * Those candidates that have a partner.
 *
 * @param isForward whether the partners are the first term of the link
 */
function linked(
  partners: Occurrences,
  candidates: Occurrences,
  link: Link,
  isForward: boolean,
  breaks: Breaks
): Occurrences {
  const found: Occurrences = { first: [], last: [] }
  if (!partners.first.length) return found
  const longest = longestOf(partners)
  for (let at = 0; at < candidates.first.length; at++) {
    const [first, last] = [candidates.first[at]!, candidates.last[at]!]
    if (!hasPartner(partners, longest, first, last, link, isForward, breaks)) continue
    found.first.push(first)
    found.last.push(last)
  }
  return found
}

function hasPartner(
  partners: Occurrences,
  longest: number,
  first: number,
  last: number,
  link: Link,
  isForward: boolean,
  breaks: Breaks
): boolean {
  const { unit, distance, ordered, inside } = link
  const starts = startsOf(inside ?? unit, unit, breaks)
  const start = starts ? startOfUnit(starts, first) : 0
  const end = starts ? startOfNext(starts, first) - 1 : Infinity
  if (last > end) return false
  const [low, high] =
    unit === 'word'
      ? [Math.max(start, first - distance - longest + 1), Math.min(end, last + distance)]
      : [start, end]
  const [isBefore, isAfter] = ordered ? [isForward, !isForward] : [true, true]
  const from = isBefore ? low : Math.max(low, last + 1)
  for (let at = firstAtLeast(partners.first, from); at < partners.first.length; at++) {
    const [otherFirst, otherLast] = [partners.first[at]!, partners.last[at]!]
    if (otherFirst > high || (!isAfter && otherFirst >= first)) return false
    if (otherLast > end) continue
    const gap = otherLast < first ? first - otherLast : otherFirst > last ? otherFirst - last : 0
    if (gap === 0 || (otherLast < first ? !isBefore : !isAfter)) continue
    if (unit !== 'word' || gap <= distance) return true
  }
  return false
}

/** The starts of the units that both terms must be in; null if any text is allowed. */
function startsOf(inside: Link['unit'], unit: Link['unit'], breaks: Breaks): number[] | null {
  if (inside === 'sentence' || unit === 'sentence') return breaks.sentences
  return inside === 'paragraph' ? breaks.paragraphs : null
}

function startOfUnit(starts: number[], word: number): number {
  const next = firstAtLeast(starts, word + 1)
  return next ? starts[next - 1]! : 0
}

function startOfNext(starts: number[], word: number): number {
  return starts[firstAtLeast(starts, word + 1)] ?? Infinity
}

/** Index of the first number that is at least a limit. */
function firstAtLeast(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

function longestOf({ first, last }: Occurrences): number {
  let longest = 1
  for (let at = 0; at < first.length; at++) longest = Math.max(longest, last[at]! - first[at]! + 1)
  return longest
}

/** Occurrences in either list, sorted and without duplicates. */
export function union(one: Occurrences, other: Occurrences): Occurrences {
  if (!one.first.length) return other
  if (!other.first.length) return one
  const found: Occurrences = { first: [], last: [] }
  let [a, b] = [0, 0]
  while (a < one.first.length || b < other.first.length) {
    const isFromOne =
      b >= other.first.length ||
      (a < one.first.length &&
        (one.first[a]! - other.first[b]! || one.last[a]! - other.last[b]!) <= 0)
    const [list, at] = isFromOne ? [one, a++] : [other, b++]
    const [first, last] = [list.first[at]!, list.last[at]!]
    if (found.first.at(-1) === first && found.last.at(-1) === last) continue
    found.first.push(first)
    found.last.push(last)
  }
  return found
}
