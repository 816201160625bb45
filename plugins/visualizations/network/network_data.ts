/** The JSON of a network (tags-visualizations 2.3). */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { queryInTransaction } from '#app/database/reader'

/** A citation between two clusters, by ID. */
export interface Edge {
  citing: string
  cited: string
}

/** A decision in a network. */
export interface NetworkCluster {
  id: number
  absolute_url: string
  case_name: string
  case_name_short: string
  /** Number of decisions in the network that cite it. */
  citation_count: number
  date_filed: string
  decision_direction: number | null
  votes_majority: number | null
  votes_minority: number | null
  scdb_id: string
  sub_opinions: { type: 'combined'; opinions_cited: Record<string, { opacity: 1 }> }[]
}

export interface NetworkData {
  meta: { version: number }
  opinion_clusters: NetworkCluster[]
}

const VERSION = 1.1

export const CLUSTERS = `
  SELECT to_json(shown)::text FROM (
    SELECT c.id, '/opinion/' || c.id || '/' || coalesce(nullif(c.slug, ''), '-') || '/' AS absolute_url,
      coalesce(nullif(c.case_name, ''), nullif(c.case_name_full, ''), 'No. ' || c.id) AS case_name,
      c.case_name_short, 0 AS citation_count, c.date_filed,
      c.scdb_decision_direction AS decision_direction, c.scdb_votes_majority AS votes_majority,
      c.scdb_votes_minority AS votes_minority, c.scdb_id
    FROM opinion_clusters c WHERE c.id = ANY ($1::bigint[]) ORDER BY c.date_filed, c.id
  ) AS shown`

/** Loads the decisions of a network, sorted by date. */
export async function networkData(
  trx: TransactionClientContract,
  edges: Edge[]
): Promise<NetworkData> {
  const ids = [...new Set(edges.flatMap(({ citing, cited }) => [citing, cited]))]
  const rows = await queryInTransaction(trx, CLUSTERS, [ids])
  return withLinks(
    rows.map(([json]) => JSON.parse(json!) as Omit<NetworkCluster, 'sub_opinions'>),
    edges
  )
}

/** Adds the edges to their clusters. */
export function withLinks(
  clusters: Omit<NetworkCluster, 'sub_opinions'>[],
  edges: Edge[]
): NetworkData {
  return {
    meta: { version: VERSION },
    opinion_clusters: clusters.map((cluster) => {
      const id = String(cluster.id)
      const cited = edges.filter(({ citing }) => citing === id)
      return {
        ...cluster,
        citation_count: edges.filter((edge) => edge.cited === id).length,
        sub_opinions: [
          {
            type: 'combined',
            opinions_cited: Object.fromEntries(cited.map((edge) => [edge.cited, { opacity: 1 }])),
          },
        ],
      }
    }),
  }
}
