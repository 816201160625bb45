import type { Citation } from './citation.js'
import { NamedCases, ShortForms } from './known_cases.js'

/** The mentions of an authority in a text. */
export interface Cluster {
  /** Its first citation in full. */
  readonly authority: Citation
  /** All citations of it in the order of the text, with the first one. */
  readonly mentions: readonly Citation[]
  /** The place among the clusters of the case of which this is another report. */
  readonly parallelTo?: number
}

interface OpenCluster extends Cluster {
  readonly mentions: Citation[]
  parallelTo?: number
}

/** The name of a cited case as another source has it, such as an archive; undefined for none. */
export type NameOf = (citation: Citation) => string | undefined

/** Farther from the first page of a decision no page cited by `Id.` is. */
const MAX_OPINION_LENGTH = 150

/**
 * Groups the citations of a text by the authority they are of. Short forms
 * belong to the report of their volume, `supra` and names to the one case of
 * that name, `Id.` to what was cited just before or to the report it names. What fits several
 * authorities, or none, is in no cluster.
 *
 * Reports of one case are clusters of their own, joined by `parallelTo`.
 * @param citations of one text, in their order
 * @param options.nameOf what a case is also called, beside the names the text has for it
 */
export function resolve(
  citations: readonly Citation[],
  { nameOf = () => undefined }: { nameOf?: NameOf | undefined } = {}
): Cluster[] {
  const clusters: OpenCluster[] = []
  const byKey = new Map<string, number>()
  const shortForms = new ShortForms()
  const names = new NamedCases()
  let last: number | undefined
  let previous: number | undefined

  for (const [index, citation] of citations.entries()) {
    const place = placeOf(citation, citations[index + 1])
    if (place !== undefined && clusters[place]!.authority !== citation)
      clusters[place]!.mentions.push(citation)
    previous = citation.kind === 'section' ? undefined : place
    last = previous
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
        return last !== undefined && mayContain(clusters[last]!.authority, citation)
          ? last
          : undefined
      case 'section':
        return undefined
    }
  }

  function inFull(citation: Citation): number {
    const key = authorityKey(citation)
    const known = key === null ? undefined : byKey.get(key)
    if (known !== undefined) return known
    const place = clusters.push({ authority: citation, mentions: [citation] }) - 1
    if (key !== null) byKey.set(key, place)
    const report = citation.kind === 'parallel' ? previous : undefined
    if (report !== undefined) clusters[place]!.parallelTo = clusters[report]!.parallelTo ?? report
    if (citation.kind === 'law' || citation.kind === 'journal') return place
    shortForms.add(citation, place, clusters[place]!.parallelTo ?? place)
    const { plaintiff, defendant } = citation
    names.add([plaintiff, defendant, nameOf(citation)], clusters[place]!.parallelTo ?? place)
    return place
  }
}

/** Whether a short form says which report an `Id.` is of: `Id., 438 U.S. at 604`. */
function isReportOf(next: Citation, id: Citation): boolean {
  const between = next.spans.core.start - id.spans.core.end
  return next.kind === 'short' && between >= 0 && between <= ', '.length
}

/** Whether the page of an `Id.` may be in a decision. */
function mayContain({ kind, page }: Citation, { pinCite }: Citation): boolean {
  const isCase = kind === 'case' || kind === 'parallel' || kind === 'neutral'
  if (!isCase) return true
  if (page === null) return false
  const pin = /^(?:at )?\*?(\d+)/.exec(pinCite ?? '')?.[1]
  if (pin === undefined || page === undefined || !/^\d+$/.test(page)) return true
  const pages = Number(pin) - Number(page)
  return pages >= 0 && pages <= MAX_OPINION_LENGTH
}

/**
 * A text that citations in full of one authority share, however they spell its
 * reporter: `2 U. S. 4` and `2 U.S. 4`.
 * @returns null for an unknown page, which is no authority: `2 U.S. ___`.
 */
function authorityKey({ kind, reporter, edition, page, groups }: Citation): string | null {
  if (page === null) return null
  const family = kind === 'law' || kind === 'journal' ? kind : 'case'
  const sorted = Object.entries(groups)
    .filter(([name]) => name !== 'reporter')
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([family, edition?.name ?? reporter, sorted])
}

/** Whether two citations in full name the same authority. */
export function sameAuthority(one: Citation, other: Citation): boolean {
  const key = authorityKey(one)
  return key !== null && key === authorityKey(other)
}
