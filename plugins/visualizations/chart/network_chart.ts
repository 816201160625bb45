/** Charts of networks, laid out on the server so that they work without scripts and in print. */
import { scaleSqrt } from 'd3-scale'
import { lazyPackage } from '#app/support/lazy'
import { distancesFrom, type Decision, type Link, type Network } from './network.js'
import type { ChartOptions } from './options.js'
import { spread, voteScale, VOTE_ROWS, type VoteRow, timeAxis } from './scales.js'

const shapes = lazyPackage<typeof import('d3-shape')>('d3-shape')

/** Size in SVG units; the drawing is scaled to the page. */
const WIDTH = 960
const HEIGHT = 460
const RADII = [5, 16]
/** Maximum decisions with a visible name, in addition to the ends. */
const MAX_NAMES = 12

export interface ChartedNetwork {
  network: Network
  /** The first decision; undefined for the network of a single decision and its citations. */
  start?: number
  end: number
}

/** A color: its name in the style sheet, and its label. */
interface Shade {
  name: string
  label: string
}

export interface NetworkChart {
  width: number
  height: number
  shades: Shade[]
  ticks: { x: number; label: string }[]
  /** Labeled rows; empty if the vertical position has no meaning. */
  rows: { y: number; label: VoteRow }[]
  links: { path: string; citing: number; cited: number; isWeak: boolean }[]
  nodes: (Decision & {
    x: number
    y: number
    radius: number
    shade: string
    /** For screen readers, and shown on hover. */
    text: string
    directionLabel: string
    /** Degree of dissent, from 0 to 1; null if the votes are unknown. */
    dissent: number | null
    isNamed: boolean
    /** Alignment that keeps the name within the drawing. */
    anchor: 'start' | 'middle' | 'end'
    /** Names of the decisions in the network that it cites. */
    cites: string[]
  })[]
}

/** Lays out a chart (tags-visualizations 2.4). */
export function networkChart(charted: ChartedNetwork, options: ChartOptions): NetworkChart {
  const { start, end } = charted
  const network = shownPart(charted, options)
  const { decisions, links } = network
  const { x, ticks } = timeAxis(decisions, options.xaxis, WIDTH)
  const ends = new Set([start, end].filter((id) => id !== undefined))
  const isOfVotes = options.type === 'spaeth'
  const y = isOfVotes ? voteScale(HEIGHT) : spread(decisions, ends, HEIGHT)
  const radius = scaleSqrt([0, Math.max(1, ...decisions.map(({ citedBy }) => citedBy))], RADII)
  const shadeOf = options.type === 'dos' ? chainShades(charted) : directionShade
  const main = options.type === 'genealogy' ? mainLinks(network) : undefined
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  const namesFrom = leastNamed(decisions)
  const { curveBumpX, link: linkShape } = shapes()
  const shape = linkShape<Link, Decision>(curveBumpX)
    .source(({ citing }) => byId.get(citing)!)
    .target(({ cited }) => byId.get(cited)!)
    .x(x)
    .y(y)
  return {
    width: WIDTH,
    height: HEIGHT,
    shades: shadesOf(decisions.map(shadeOf)),
    ticks: ticks.map((tick) => ({ ...tick, x: rounded(tick.x) })),
    rows: isOfVotes ? rows() : [],
    links: links.map((each) => ({
      ...each,
      path: shape(each)!.replace(/\d+\.\d+/g, (number) => String(rounded(Number(number)))),
      isWeak: !!main && !main.has(each),
    })),
    nodes: decisions.map((decision) => ({
      ...decision,
      x: rounded(x(decision)),
      y: rounded(y(decision)),
      radius: rounded(radius(decision.citedBy)),
      shade: shadeOf(decision).name,
      text: textOf(decision),
      directionLabel: directionShade(decision).label,
      dissent: decision.minority === null ? null : decision.minority * DISSENT,
      isNamed: ends.has(decision.id) || decision.citedBy >= namesFrom,
      anchor: x(decision) < WIDTH * 0.1 ? 'start' : x(decision) > WIDTH * 0.9 ? 'end' : 'middle',
      cites: links
        .filter(({ citing }) => citing === decision.id)
        .map(({ cited }) => byId.get(cited)!.shortName),
    })),
  }
}

/**
 * The ends, and the paths between them with at most `dos` citations; everything for a genealogy.
 */
function shownPart({ network, start, end }: ChartedNetwork, { type, dos }: ChartOptions): Network {
  if (type === 'genealogy' || start === undefined) return network
  const toStart = distancesFrom(network, start, 'on')
  const toEnd = distancesFrom(network, end, 'back')
  const links = network.links.filter(
    ({ citing, cited }) =>
      (toEnd.get(citing) ?? Infinity) + 1 + (toStart.get(cited) ?? Infinity) <= dos
  )
  const linked = new Set(links.flatMap(({ citing, cited }) => [citing, cited]))
  const isShown = ({ id }: Decision) => linked.has(id) || id === start || id === end
  return { decisions: network.decisions.filter(isShown), links }
}

const DIRECTIONS: Shade[] = [
  { name: 'neutral', label: 'Neutral' },
  { name: 'conservative', label: 'Conservative' },
  { name: 'liberal', label: 'Liberal' },
  { name: 'unspecifiable', label: 'Unspecifiable' },
]
const UNKNOWN: Shade = { name: 'unknown', label: 'Unknown' }

const directionShade = ({ direction }: Decision): Shade => DIRECTIONS[direction ?? -1] ?? UNKNOWN

const DISTANCES = ['', 'One citation away', 'Two citations away', 'Three citations away']

/** Colors by position between the ends, or by distance from a single decision. */
function chainShades({ network, start, end }: ChartedNetwork): (decision: Decision) => Shade {
  const [from, way] = start === undefined ? [end, 'back' as const] : [start, 'on' as const]
  const distances = distancesFrom(network, from, way)
  return ({ id }) => {
    if (id === from) return { name: 'near-0', label: start ? 'First decision' : 'This decision' }
    if (id === end) return { name: 'near-last', label: 'Last decision' }
    const distance = distances.get(id) ?? 0
    return { name: `near-${distance}`, label: DISTANCES[distance] ?? '' }
  }
}

/** The shades in use, in the order of directions or distances. */
function shadesOf(used: Shade[]): Shade[] {
  const order = [...DIRECTIONS, UNKNOWN].map(({ name }) => name)
  const byName = new Map(used.map((shade) => [shade.name, shade]))
  return [...byName.values()].toSorted(
    (a, b) => order.indexOf(a.name) - order.indexOf(b.name) || a.name.localeCompare(b.name)
  )
}

function rows(): NetworkChart['rows'] {
  return VOTE_ROWS.map((label, index) => ({
    y: rounded(((index + 0.5) * HEIGHT) / VOTE_ROWS.length),
    label,
  }))
}

/** The minimum number of citations for a visible name, so that names don't overlap. */
function leastNamed(decisions: Decision[]): number {
  if (decisions.length <= MAX_NAMES) return 0
  const counts = decisions.map(({ citedBy }) => citedBy).toSorted((a, b) => b - a)
  return Math.max(1, counts[MAX_NAMES]! + 1)
}

/** Degree of dissent per minority vote (tags-visualizations 2.4). */
const DISSENT = 0.25

function textOf({ name, dateFiled, majority, minority, citedBy }: Decision): string {
  const votes = majority === null || minority === null ? 'votes unknown' : `${majority}–${minority}`
  return `${name}, ${dateFiled}, ${votes}, cited by ${citedBy} here`
}

const rounded = (number: number) => Math.round(number * 10) / 10

/**
 * The links that a genealogy emphasizes: from each decision to the most recent one it cites with
 * the same direction, or else to the most recent one. A decision without a link gets one from the
 * first decision that cites it (tags-visualizations 2.4).
 */
function mainLinks({ decisions, links }: Network): Set<Link> {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  const main = new Set<Link>()
  for (const decision of decisions) {
    const cited = links.filter(({ citing }) => citing === decision.id)
    const found = best(decision, cited, (link) => byId.get(link.cited)!, 'latest')
    if (found) main.add(found)
  }
  const linked = new Set([...main].flatMap(({ citing, cited }) => [citing, cited]))
  for (const decision of decisions) {
    if (linked.has(decision.id)) continue
    const citing = links.filter(({ cited }) => cited === decision.id)
    const found = best(decision, citing, (link) => byId.get(link.citing)!, 'first')
    if (found) main.add(found)
  }
  return main
}

function best(
  { direction }: Decision,
  links: Link[],
  other: (link: Link) => Decision,
  which: 'latest' | 'first'
): Link | undefined {
  const sorted = links.toSorted((a, b) => other(a).dateFiled.localeCompare(other(b).dateFiled))
  if (which === 'latest') sorted.reverse()
  return sorted.find((link) => other(link).direction === direction) ?? sorted[0]
}
