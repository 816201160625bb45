/**
 * Citations of a text grouped by cited work: cases with all references,
 * statutes, and unresolved citations.
 */
import { clean } from '#app/citations/clean'
import type { Citation } from '#app/citations/citation'
import { resolve, type Cluster } from '#app/citations/resolve'
import { extractCitations, citedName } from './located_citations.js'

/** Kinds of references. */
export const LABELS = ['full', 'short', 'id.', 'supra', 'statute', 'unknown'] as const

export type Label = (typeof LABELS)[number]

export interface Reference {
  label: Label
  /** Reference as written. */
  text: string
}

export interface CaseInText {
  /** `volume reporter page` of its citation and parallel citations; unknown parts are `None`. */
  reports: string[]
  name: string | null
  year: number | null
  /** References in the order of the text. */
  references: Reference[]
}

export interface StatuteInText {
  text: string
  references: Reference[]
}

export interface TextCitations {
  all: Reference[]
  cases: CaseInText[]
  statutes: StatuteInText[]
  /** Distinct references with the number of occurrences. */
  unresolved: (Reference & { count: number })[]
}

const KIND_LABELS: Record<Citation['kind'], Label> = {
  case: 'full',
  parallel: 'full',
  neutral: 'full',
  short: 'short',
  reference: 'short',
  id: 'id.',
  supra: 'supra',
  law: 'statute',
  journal: 'unknown',
  section: 'unknown',
}

/** @param source plain text, or HTML starting with a tag */
export function extractTextCitations(source: string): TextCitations {
  const isHtml = /^\s*</.test(source)
  const { text } = clean(source, isHtml ? ['html', 'all_whitespace'] : ['all_whitespace'])
  const citations = extractCitations(text)
  const clusters = resolve(citations)
  const groups = caseGroups(clusters)
  const laws = clusters.filter(({ authority }) => authority.kind === 'law')
  const resolved = new Set([...groups.flat(), ...laws].flatMap(({ mentions }) => mentions))
  return {
    all: citations.map(referenceOf),
    cases: groups.map(caseOf),
    statutes: laws.map(({ authority, mentions }) => ({
      text: authority.text,
      references: mentions.map(referenceOf),
    })),
    unresolved: counted(citations.filter((citation) => !resolved.has(citation)).map(referenceOf)),
  }
}

function referenceOf({ kind, text }: Citation): Reference {
  return { label: KIND_LABELS[kind], text }
}

function caseOf(group: readonly Cluster[]): CaseInText {
  const mentions = group.flatMap((cluster) => cluster.mentions)
  mentions.sort((one, other) => one.spans.core.start - other.spans.core.start)
  const authorities = group.map(({ authority }) => authority)
  return {
    reports: [...new Set(authorities.map(reportOf))],
    name: authorities.map(citedName).find((name) => name !== null) ?? null,
    year: authorities.find(({ year }) => year !== undefined)?.year ?? null,
    references: mentions.map(referenceOf),
  }
}

function reportOf({ volume, reporter, edition, page }: Citation): string {
  const isKnown = page && !/^_+$/.test(page)
  return `${volume ?? 'None'} ${edition?.name ?? reporter} ${isKnown ? page : 'None'}`
}

/** Whether a report has all parts and can be looked up. */
export function isComplete(report: string): boolean {
  return !report.startsWith('None ') && !report.endsWith(' None')
}

function counted(list: readonly Reference[]): (Reference & { count: number })[] {
  const byText = new Map<string, Reference & { count: number }>()
  for (const reference of list) {
    const key = `${reference.label} ${reference.text}`
    const known = byText.get(key)
    if (known) known.count++
    else byText.set(key, { ...reference, count: 1 })
  }
  return [...byText.values()]
}

/** Whether a citation is a full citation of a case. */
function isCase({ kind }: Citation): boolean {
  return kind === 'case' || kind === 'parallel' || kind === 'neutral'
}

/** Returns the cases among the cited works, each with its parallel reports. */
export function caseGroups(clusters: readonly Cluster[]): Cluster[][] {
  const places = new Map<number, number>()
  const groups: Cluster[][] = []
  for (const [place, cluster] of clusters.entries()) {
    if (!isCase(cluster.authority)) continue
    const known = cluster.parallelTo === undefined ? undefined : places.get(cluster.parallelTo)
    const isParallel =
      known !== undefined && !groups[known]?.some((one) => inOneSeries(one, cluster))
    const group = isParallel ? known : groups.length
    places.set(place, group)
    ;(groups[group] ??= []).push(cluster)
  }
  return groups
}

/** Whether two reports are in the same series, and so are different cases: `1 U.S. 1, 2 U.S. 2`. */
function inOneSeries({ authority: one }: Cluster, { authority: other }: Cluster): boolean {
  return (one.edition ?? one.editions[0])?.name === (other.edition ?? other.editions[0])?.name
}

/** Formats unresolved references, without duplicates. */
export function unresolvedLines(unresolved: readonly (Reference & { count: number })[]): string[] {
  return unresolved.map(
    ({ label, text, count }) => `- [${label}] "${text}"${count > 1 ? ` (${count} times)` : ''}`
  )
}

/** `3 reference(s)`. */
export function references(count: number): string {
  return `${count} reference(s)`
}
