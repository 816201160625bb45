/**
 * Additional keys of lookup results, enabled by `include`.
 */
import { InvalidValues } from '#app/support/domain_error'
import type { Parameters } from '#api/parameters'
import type { Reader } from '#app/database/reader'
import type { LookedUpCitation } from './look_up.js'
import type { BriefResult } from '../checks/checks.js'
import { toCheckItem, type CheckItem } from '../checks/brief_report.js'
import { clean } from '#app/citations/clean'
import { NamedStatement } from '#app/database/named_statement'
import { OPINION_TEXTS } from '#plugins/case_law/public'

export const ADDITIONS = ['match', 'candidates', 'text', 'checks'] as const
export type Addition = (typeof ADDITIONS)[number]

/** A matching cluster with the name in the text and in the archive. */
export interface Candidate {
  cluster_id: number
  absolute_url: string
  cited_name: string | null
  case_name: string
}

interface Found {
  readonly looked: readonly LookedUpCitation[]
  /** Clusters as JSON text, by key. */
  readonly documents: ReadonlyMap<string, string>
  readonly keys: readonly string[]
  /** Results of the brief check, by position of the citation. */
  readonly checked?: ReadonlyMap<number, BriefResult>
}

/**
 * Reads `include=match,candidates,text`.
 *
 * @throws InvalidValues for unknown names
 */
export function readIncluded(parameters: Pick<Parameters, 'asked'>): ReadonlySet<Addition> {
  const names = parameters.asked('include')
  const known = (name: string): name is Addition => (ADDITIONS as readonly string[]).includes(name)
  if (!names.every(known))
    throw new InvalidValues({ include: [`Include any of: ${ADDITIONS.join(', ')}.`] })
  return new Set(names.filter(known))
}

/** @returns the additional keys of each citation */
export async function additionsFor(
  reader: Pick<Reader, 'rows'>,
  included: ReadonlySet<Addition>,
  { looked, documents, keys, checked }: Found
): Promise<object[]> {
  const texts = included.has('text') ? await opinionTexts(reader, keys) : undefined
  const named = included.has('candidates') ? namedClusters(documents) : new Map()
  return looked.map((citation) => ({
    ...(included.has('match') && { matched_on: citation.matchedOn }),
    ...(included.has('candidates') && { candidates: candidatesOf(citation, named) }),
    ...(texts && { texts: takenFrom(texts, citation.clusters) }),
    ...(included.has('checks') && { check: checkAt(checked, citation.located.start) }),
  }))
}

/** Returns the additional keys of a citation that was not looked up. */
export function noAdditions(included: ReadonlySet<Addition>): object {
  return {
    ...(included.has('match') && { matched_on: null }),
    ...(included.has('candidates') && { candidates: [] }),
    ...(included.has('text') && { texts: [] }),
    ...(included.has('checks') && { check: null }),
  }
}

function checkAt(checked: Found['checked'], start: number): CheckItem | null {
  const result = checked?.get(start)
  return result ? toCheckItem(result) : null
}

type NamedCluster = Omit<Candidate, 'cited_name'>

/** Parses each document once, even if several citations match it. */
function namedClusters(documents: ReadonlyMap<string, string>): Map<string, NamedCluster> {
  return new Map(
    [...documents].map(([key, document]) => {
      const { id, absolute_url: url, case_name: name } = JSON.parse(document)
      return [key, { cluster_id: id, absolute_url: url, case_name: name }]
    })
  )
}

/** Returns the clusters of a citation with both names. */
function candidatesOf(
  { located, clusters }: LookedUpCitation,
  named: ReadonlyMap<string, NamedCluster>
): Candidate[] {
  return clusters.flatMap((key) => {
    const cluster = named.get(key)
    if (!cluster) return []
    const { cluster_id: id, absolute_url: url, case_name: name } = cluster
    return { cluster_id: id, absolute_url: url, cited_name: located.citedName, case_name: name }
  })
}

/** Returns texts only for the first citation of their cluster. */
function takenFrom(texts: Map<string, OpinionText[]>, clusters: readonly string[]): OpinionText[] {
  return clusters.flatMap((key) => {
    const taken = texts.get(key) ?? []
    texts.delete(key)
    return taken
  })
}

/** Maximum total length of texts in a response, before removing markup. */
const MAX_TEXTS_LENGTH = 2_000_000

interface OpinionText {
  opinion_id: number
  cluster_id: number
  type: string
  /** Text without markup; null if the response would be too long. */
  text: string | null
}

/**
 * Reads the texts of the opinions of clusters.
 *
 * @param clusters IDs; if the texts are too long in total, those of the last clusters are omitted
 * @returns texts by cluster ID
 */
async function opinionTexts(
  reader: Pick<Reader, 'rows'>,
  clusters: readonly string[]
): Promise<Map<string, OpinionText[]>> {
  const texts = new Map<string, OpinionText[]>()
  const rows = clusters.length ? await reader.rows(TEXTS, [clusters, MAX_TEXTS_LENGTH]) : []
  for (const [cluster, opinion, type, isHtml, text] of rows) {
    const of = texts.get(cluster!) ?? []
    texts.set(cluster!, of)
    of.push({
      opinion_id: Number(opinion),
      cluster_id: Number(cluster),
      type: type!,
      text: text !== null && isHtml === 'true' ? clean(text, ['html']).text : text,
    })
  }
  return texts
}

const FIRST_TEXT = OPINION_TEXTS.map(({ column }) => `nullif(${column}, '')`).join(', ')
const FIRST_IS_HTML = OPINION_TEXTS.map(
  ({ column, html }) => `WHEN ${column} <> '' THEN '${html}'`
).join(' ')

const TEXTS = new NamedStatement(`
  SELECT cluster_id::text, id::text, type, is_html,
    CASE WHEN sum(length(text)) OVER (ORDER BY place, ordering_key, type, id) <= $2::bigint THEN text END
  FROM (
    SELECT o.id, o.cluster_id, o.type, o.ordering_key, asked.place,
      CASE ${FIRST_IS_HTML} ELSE 'false' END AS is_html, coalesce(${FIRST_TEXT}, '') AS text
    FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (cluster_id, place)
    JOIN opinions o ON o.cluster_id = asked.cluster_id
  ) opinions
  ORDER BY place, ordering_key, type, id`)
