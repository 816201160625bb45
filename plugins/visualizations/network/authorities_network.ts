/** The citation network of a decision: the most cited decisions within two citations. */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { CLUSTERS, withLinks, type NetworkCluster, type NetworkData } from './network_data.js'

/** Maximum decisions one citation away, and two citations away. */
const NEAR = 20
const FAR = 30
/** Maximum citations to rank, because an opinion can cite thousands of decisions. */
const MAX_AUTHORITIES = 2000

/** Clusters cited by the clusters in `here (id)`. */
const CITED = `SELECT DISTINCT t.cluster_id AS id FROM here
  JOIN opinions o ON o.cluster_id = here.id
  JOIN opinions_cited e ON e.citing_opinion_id = o.id
  JOIN opinions t ON t.id = e.cited_opinion_id
  WHERE t.cluster_id <> $1::bigint`

const mostCited = (from: string, most: number) =>
  `SELECT c.id FROM (SELECT id FROM ${from} LIMIT ${MAX_AUTHORITIES}) AS found
   JOIN opinion_clusters c ON c.id = found.id ORDER BY c.citation_count DESC, c.id LIMIT ${most}`

const NODES = `
  near AS MATERIALIZED (
    WITH here AS (SELECT $1::bigint AS id), cited AS (${CITED}) ${mostCited('cited', NEAR)}
  ), far AS MATERIALIZED (
    WITH here AS (SELECT id FROM near), cited AS (${CITED} AND t.cluster_id NOT IN (SELECT id FROM near))
    ${mostCited('cited', FAR)}
  ), node AS MATERIALIZED (
    SELECT $1::bigint AS id UNION SELECT id FROM near UNION SELECT id FROM far
  )`

const EDGES = new NamedStatement(`
  WITH ${NODES}
  SELECT DISTINCT o.cluster_id::text, t.cluster_id::text FROM node
    JOIN opinions o ON o.cluster_id = node.id
    JOIN opinions_cited e ON e.citing_opinion_id = o.id
    JOIN opinions t ON t.id = e.cited_opinion_id
  WHERE t.cluster_id IN (SELECT id FROM node) AND t.cluster_id <> o.cluster_id`)

const DECISIONS = new NamedStatement(CLUSTERS)

/** @returns undefined if the decision cites no decision in the archive */
export async function authoritiesNetwork(
  reader: Reader,
  id: number
): Promise<NetworkData | undefined> {
  const rows = await reader.rows(EDGES, [id])
  if (!rows.length) return undefined
  const edges = rows.map(([citing, cited]) => ({ citing: citing!, cited: cited! }))
  const ids = [...new Set(edges.flatMap(({ citing, cited }) => [citing, cited]))]
  const clusters = await reader.rows(DECISIONS, [ids])
  return withLinks(
    clusters.map(([json]) => JSON.parse(json!) as Omit<NetworkCluster, 'sub_opinions'>),
    edges
  )
}
