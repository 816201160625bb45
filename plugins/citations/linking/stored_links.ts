/**
 * Stored rows of opinions from files and from linking.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

export interface StoredEdge {
  id: number
  cited: number
  cluster: number
  depth: number
  isOurs: boolean
}

export interface StoredRemark {
  id: number
  described: number
  text: string
  score: number
  isOurs: boolean
}

export interface StoredTreatment {
  described: number
  kind: string
  sentence: string
}

export interface StoredUnmatched {
  id: number
  volume: string
  reporter: string
  page: string
  status: number
  isOurs: boolean
}

export interface StoredStatute {
  section: string
  subsections: string[]
  depth: number
}

/** Record of an edge created by linking; the edge may have been deleted or changed since. */
export interface NotedEdge {
  edge: number
  cluster: number
}

export interface Stored {
  opinion: number
  version: string
  /** Hash of `html_with_citations`. */
  htmlHash: string
  edges: StoredEdge[]
  noted: NotedEdge[]
  remarks: StoredRemark[]
  treatments: StoredTreatment[]
  unmatched: StoredUnmatched[]
  statutes: StoredStatute[]
  record: {
    textHash: string
    htmlHash: string | null
    parentheticals: number[]
    unmatched: number[]
    problem: string | null
  } | null
}

/** Returns the stored rows of existing opinions by ID. */
export async function readStored(
  trx: TransactionClientContract,
  ids: readonly number[]
): Promise<Map<number, Stored>> {
  const { rows } = await trx.rawQuery<{ rows: { stored: Stored }[] }>(STORED, [ids] as never[])
  return new Map(rows.map(({ stored }) => [stored.opinion, stored]))
}

const listOf = (row: string, from: string) =>
  `coalesce((SELECT json_agg(${row}) FROM ${from}), '[]'::json)`

const STORED = `
  SELECT json_build_object(
    'opinion', o.id, 'version', o.xmin::text, 'htmlHash', md5(o.html_with_citations),
    'edges', ${listOf(
      `json_build_object('id', e.id, 'cited', e.cited_opinion_id, 'cluster', cited.cluster_id, 'depth', e.depth,
                         'isOurs', EXISTS (SELECT FROM linked_edges n WHERE n.edge_id = e.id)) ORDER BY e.id`,
      'opinions_cited e JOIN opinions cited ON cited.id = e.cited_opinion_id WHERE e.citing_opinion_id = o.id'
    )},
    'noted', ${listOf(
      `json_build_object('edge', n.edge_id, 'cluster', n.cited_cluster_id)`,
      'linked_edges n WHERE n.citing_opinion_id = o.id'
    )},
    'remarks', ${listOf(
      `json_build_object('id', p.id, 'described', p.described_opinion_id, 'text', p.text, 'score', p.score,
                         'isOurs', coalesce(p.id = ANY (l.parentheticals), false)) ORDER BY p.id`,
      'parentheticals p WHERE p.describing_opinion_id = o.id'
    )},
    'treatments', ${listOf(
      `json_build_object('described', t.described_opinion_id, 'kind', t.kind, 'sentence', t.sentence)`,
      'linked_treatments t WHERE t.citing_opinion_id = o.id'
    )},
    'unmatched', ${listOf(
      `json_build_object('id', u.id, 'volume', u.volume, 'reporter', u.reporter, 'page', u.page, 'status', u.status,
                         'isOurs', coalesce(u.id = ANY (l.unmatched), false)) ORDER BY u.id`,
      'unmatched_citations u WHERE u.citing_opinion_id = o.id'
    )},
    'statutes', ${listOf(
      `json_build_object('section', s.section, 'subsections', s.subsections, 'depth', s.depth)`,
      'linked_statutes s WHERE s.citing_opinion_id = o.id'
    )},
    'record', CASE WHEN l.opinion_id IS NOT NULL THEN json_build_object(
      'textHash', l.text_hash, 'htmlHash', l.html_hash, 'parentheticals', l.parentheticals, 'unmatched', l.unmatched,
      'problem', l.problem) END
  ) AS stored
  FROM opinions o LEFT JOIN linked_opinions l ON l.opinion_id = o.id WHERE o.id = ANY (?)`
