import type { Citation } from './citation.js'
import { NamedCases, ShortForms } from './known_cases.js'

/** The citations of one authority in a text. */
export interface Cluster {
  /** Its first full citation. */
  readonly authority: Citation
  /** All citations of it in text order, including the first. */
  readonly mentions: readonly Citation[]
  /** Index of the cluster of the case that this is another report of. */
  readonly parallelTo?: number
}

interface OpenCluster extends Cluster {
  readonly mentions: Citation[]
  parallelTo?: number
}

/** The name of a cited case from another source, such as an archive; undefined if unknown. */
export type CaseNameLookup = (citation: Citation) => string | undefined

/** Maximum distance of a page cited by `Id.` from the first page of a decision. */
const MAX_OPINION_LENGTH = 150

/**
 * Groups the citations of a text by authority. Short forms belong to the
 * report of their volume; `supra` and names to the only case with that name,
 * `Id.` to the previous citation or to the report it names, `§ 1983` to the only statute with that
 * section. Citations that match several authorities, or no authority, are in no cluster.
 *
 * Reports of one case are separate clusters, linked by `parallelTo`.
 * @param citations of one text, in their order
 * @param options.nameOf an additional name of a case, in addition to its names in the text
 */
export function resolve(
  citations: readonly Citation[],
  { nameOf = () => undefined }: { nameOf?: CaseNameLookup | undefined } = {}
): Cluster[] {
  const clusters: OpenCluster[] = []
  const byKey = new Map<string, number>()
  const shortForms = new ShortForms()
  const names = new NamedCases()
  const sections = new Map<string, number | null>()
  /** The authority that `Id.` means, and the authority outside the parentheses. */
  let last: number | undefined
  let outer: number | undefined
  /** The last case or journal: statutes have no pages. */
  let lastWithPages: number | undefined
  let wasNested = false

  for (const [index, citation] of citations.entries()) {
    const isNested = citation.isNested ?? false
    if (isNested && !wasNested) outer = last
    // After "Foo (quoting Bar)", Id. is Foo.
    if (!isNested && wasNested) last = outer
    wasNested = isNested
    const place = placeOf(citation, citations[index + 1])
    if (place !== undefined && clusters[place]!.authority !== citation)
      clusters[place]!.mentions.push(citation)
    if (isMention(citation)) continue
    last = place
    if (place !== undefined && clusters[place]!.authority.kind !== 'law') lastWithPages = place
  }
  return clusters

  function placeOf(citation: Citation, next: Citation | undefined): number | undefined {
    switch (citation.kind) {
      case 'case':
      case 'neutral':
      case 'parallel':
      case 'law':
      case 'journal':
        return inFull(citation)
      case 'short':
        return shortForms.find(citation, names)
      case 'supra':
        return citation.antecedent === undefined ? undefined : names.containing(citation.antecedent)
      case 'reference':
        return names.equal((citation.plaintiff ?? citation.defendant)!)
      case 'id':
        if (next && isReportOf(next, citation)) return shortForms.find(next, names)
        return inPrevious(citation)
      case 'section':
        return sections.get(citation.section ?? '') ?? undefined
    }
  }

  function inPrevious(id: Citation): number | undefined {
    const isLaw = last !== undefined && clusters[last]!.authority.kind === 'law'
    const place = isLaw && PAGES.test(id.pinCite ?? '') ? lastWithPages : last
    return place !== undefined && mayContain(clusters[place]!.authority, id) ? place : undefined
  }

  function inFull(citation: Citation): number {
    const key = authorityKey(citation)
    const known = key === null ? undefined : byKey.get(key)
    if (known !== undefined) return known
    const place = clusters.push({ authority: citation, mentions: [citation] }) - 1
    if (key !== null) byKey.set(key, place)
    const report = citation.kind === 'parallel' ? last : undefined
    if (report !== undefined) clusters[place]!.parallelTo = clusters[report]!.parallelTo ?? report
    const { section } = citation.groups
    // A section of two codes identifies neither.
    if (section) sections.set(section, sections.has(section) ? null : place)
    if (citation.kind === 'law') return place
    shortForms.add(citation, place, clusters[place]!.parallelTo ?? place)
    if (citation.kind === 'journal') return place
    const { plaintiff, defendant } = citation
    names.add([plaintiff, defendant, nameOf(citation)], clusters[place]!.parallelTo ?? place)
    return place
  }
}

/** Whether a sentence mentions a law that it doesn't cite, which `Id.` doesn't mean: `Section 1983`. */
function isMention({ kind, reporter }: Citation): boolean {
  return kind === 'law' && /^(?:rules?|sections?|article)$/i.test(reporter ?? '')
}

/** A cited page: `at 304`. */
const PAGES = /^at \*?\d/

/** Whether a short form gives the report of an `Id.`: `Id., 438 U.S. at 604`. */
function isReportOf(next: Citation, id: Citation): boolean {
  const between = next.spans.core.start - id.spans.core.end
  return next.kind === 'short' && between >= 0 && between <= ', '.length
}

/** Whether the page of an `Id.` may be in a decision. */
function mayContain({ kind, page, pinCite: own }: Citation, { pinCite }: Citation): boolean {
  const isCase = kind === 'case' || kind === 'parallel' || kind === 'neutral'
  if (!isCase) return true
  if (page === null) return false
  // Reports with pages have no paragraphs.
  if (/^(?:at )?¶/.test(pinCite ?? '') && kind !== 'neutral' && /^\d/.test(own ?? '')) return false
  const pin = /^(?:at )?\*?(\d+)/.exec(pinCite ?? '')?.[1]
  if (pin === undefined || page === undefined || !/^\d+$/.test(page)) return true
  const pages = Number(pin) - Number(page)
  return pages >= 0 && pages <= MAX_OPINION_LENGTH
}

/**
 * A key shared by full citations of one authority, regardless of how they spell
 * its reporter: `2 U. S. 4` and `2 U.S. 4`.
 * @returns null for an unknown page, which identifies no authority: `2 U.S. ___`
 */
function authorityKey({ kind, reporter, edition, page, groups }: Citation): string | null {
  if (page === null) return null
  const family = kind === 'law' || kind === 'journal' ? kind : 'case'
  const sorted = Object.entries(groups)
    .filter(([name]) => name !== 'reporter' && !name.endsWith('_nominative'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([family, edition?.name ?? reporter, sorted])
}

/** Whether two full citations cite the same authority. */
export function sameAuthority(one: Citation, other: Citation): boolean {
  const key = authorityKey(one)
  return key !== null && key === authorityKey(other)
}
