/**
 * Differences between the stored rows of an opinion and the rows derived from
 * its text. Imported rows are kept and replace rows created by linking.
 */
import type { CitedStatute } from './read_text.js'
import type { Stored } from './stored_links.js'
import {
  keyOfCitation,
  STATUS,
  type WantedRows,
  type WantedTreatment,
  type WantedUnmatched,
} from './wanted_rows.js'

export interface Differences {
  readonly newEdges: { citing: number; cited: number; cluster: number; depth: number }[]
  readonly depths: { id: number; depth: number }[]
  /** Edges created by linking whose citations are no longer in the text. */
  readonly deletedEdges: number[]
  /** Records of created edges that were deleted or have another target. */
  readonly notes: { edge: number; cluster: number | null }[]
  readonly newRemarks: { describing: number; described: number; text: string; score: number }[]
  readonly deletedRemarks: number[]
  /** Including those whose sentence changed. */
  readonly newTreatments: (WantedTreatment & { citing: number })[]
  readonly deletedTreatments: { citing: number; described: number; kind: string }[]
  /** Including those whose subsections or depth changed. */
  readonly newStatutes: (CitedStatute & { citing: number })[]
  readonly deletedStatutes: { citing: number; section: string }[]
  readonly newUnmatched: (WantedUnmatched & { citing: number })[]
  readonly deletedUnmatched: number[]
  readonly statuses: { id: number; status: number }[]
  /** Changes of citation counts by cluster. */
  readonly counts: Map<number, number>
}

export function noDifferences(): Differences {
  return {
    newEdges: [],
    depths: [],
    deletedEdges: [],
    notes: [],
    newRemarks: [],
    deletedRemarks: [],
    newTreatments: [],
    deletedTreatments: [],
    newStatutes: [],
    deletedStatutes: [],
    newUnmatched: [],
    deletedUnmatched: [],
    statuses: [],
    counts: new Map(),
  }
}

/** Adds the differences of one opinion. */
export function addDifferences(all: Differences, stored: Stored, wanted: WantedRows): void {
  addEdges(all, stored, wanted)
  addRemarks(all, stored, wanted)
  addTreatments(all, stored, wanted)
  addUnmatched(all, stored, wanted)
  addStatutes(all, stored, wanted)
}

function addEdges(all: Differences, { opinion, edges, noted }: Stored, wanted: WantedRows): void {
  const own = edges.filter(({ isOurs }) => isOurs)
  const fromFiles = new Set(edges.flatMap(({ isOurs, cluster }) => (isOurs ? [] : [cluster])))
  const clusters = new Map(noted.map(({ edge, cluster }) => [edge, cluster]))
  const count = (cluster: number, change: number) =>
    all.counts.set(cluster, (all.counts.get(cluster) ?? 0) + change)

  const kept = new Set<number>()
  for (const { cluster, cited, depth } of wanted.edges) {
    if (fromFiles.has(cluster)) continue
    const known = own.find((edge) => edge.cited === cited)
    if (!known) {
      all.newEdges.push({ citing: opinion, cited, cluster, depth })
      count(cluster, 1)
      continue
    }
    kept.add(known.id)
    if (known.depth !== depth) all.depths.push({ id: known.id, depth })
    if (clusters.get(known.id) !== cluster) {
      all.notes.push({ edge: known.id, cluster })
      count(cluster, 1)
      count(clusters.get(known.id)!, -1)
    }
  }
  for (const { id } of own) if (!kept.has(id)) all.deletedEdges.push(id)
  for (const { edge, cluster } of noted) {
    if (kept.has(edge)) continue
    all.notes.push({ edge, cluster: null })
    count(cluster, -1)
  }
}

function addRemarks(all: Differences, { opinion, remarks }: Stored, wanted: WantedRows): void {
  const keyOf = (remark: { described: number; text: string }) =>
    `${remark.described} ${remark.text}`
  const left = new Map(wanted.remarks.map((remark) => [keyOf(remark), remark]))
  // Imported rows first, so that they replace equal rows created by linking.
  const stored = [
    ...remarks.filter(({ isOurs }) => !isOurs),
    ...remarks.filter(({ isOurs }) => isOurs),
  ]
  for (const remark of stored) {
    const key = keyOf(remark)
    const isWanted = !remark.isOurs || left.get(key)?.score === remark.score
    if (isWanted) left.delete(key)
    else all.deletedRemarks.push(remark.id)
  }
  for (const remark of left.values()) all.newRemarks.push({ describing: opinion, ...remark })
}

function addTreatments(
  all: Differences,
  { opinion: citing, treatments }: Stored,
  wanted: WantedRows
): void {
  const keyOf = (one: { described: number; kind: string }) => `${one.described} ${one.kind}`
  const left = new Map(wanted.treatments.map((treatment) => [keyOf(treatment), treatment]))
  for (const { described, kind, sentence } of treatments) {
    const key = keyOf({ described, kind })
    const known = left.get(key)
    if (!known) all.deletedTreatments.push({ citing, described, kind })
    else if (known.sentence === sentence) left.delete(key)
  }
  for (const treatment of left.values()) all.newTreatments.push({ citing, ...treatment })
}

function addStatutes(
  all: Differences,
  { opinion: citing, statutes }: Stored,
  wanted: WantedRows
): void {
  const left = new Map(wanted.statutes.map((statute) => [statute.section, statute]))
  for (const { section, subsections, depth } of statutes) {
    const known = left.get(section)
    if (!known) all.deletedStatutes.push({ citing, section })
    else if (known.depth === depth && known.subsections.join() === subsections.join())
      left.delete(section)
  }
  for (const statute of left.values()) all.newStatutes.push({ citing, ...statute })
}

function addUnmatched(all: Differences, { opinion, unmatched }: Stored, wanted: WantedRows): void {
  const byKey = new Map(unmatched.map((row) => [keyOfCitation(row), row]))
  const wantedKeys = new Map(wanted.unmatched.map((row) => [keyOfCitation(row), row]))
  for (const [key, row] of wantedKeys) {
    const known = byKey.get(key)
    if (!known) all.newUnmatched.push({ citing: opinion, ...row })
    else if (known.status !== row.status && (known.isOurs || known.status === STATUS.linked))
      all.statuses.push({ id: known.id, status: row.status })
  }
  for (const [key, { id, isOurs, status }] of byKey) {
    if (wantedKeys.has(key)) continue
    if (isOurs) all.deletedUnmatched.push(id)
    else if (wanted.matched.has(key) && status !== STATUS.linked)
      all.statuses.push({ id, status: STATUS.linked })
  }
}
