/** Finds the citations that connect two decisions (tags-visualizations 2.2). */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { queryInTransaction } from '#app/database/reader'
import type { ErrorKind } from '#app/support/errors'
import { VISUALIZATION_ERRORS } from '../errors.js'
import { MAX_HOPS, MAX_NODES } from '../limits.js'
import { type Edge, networkData } from './network_data.js'
import { InvalidValues, DomainError } from '#app/support/domain_error'

/** The first or last decision of a network. */
export interface End {
  id: string
  /** ISO 8601. */
  dateFiled: string
}

interface Ends {
  start: End
  end: End
}

/** The only court in networks (tags-visualizations 2.1). */
export const COURT = 'scotus'

const NO_CLUSTER = 'Invalid hyperlink - Object does not exist.'

/**
 * Sorts the ends of a network by date, and swaps ends with the same date (tags-visualizations 2.2).
 *
 * @throws InvalidValues if an end isn't a decision of the Supreme Court
 */
export async function sortEnds(
  trx: TransactionClientContract,
  given: { start: string; end: string }
): Promise<Ends> {
  const rows = await queryInTransaction(
    trx,
    `SELECT c.id::text, c.date_filed::text FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
     WHERE c.id IN ($1::bigint, $2::bigint) AND d.court_id = '${COURT}'
     FOR KEY SHARE OF c`,
    [given.start, given.end]
  )
  const found = new Map(rows.map(([id, dateFiled]) => [id!, { id: id!, dateFiled: dateFiled! }]))
  const start = found.get(given.start)
  const end = found.get(given.end)
  if (!start || !end) {
    throw new InvalidValues({
      ...(!start && { cluster_start: [NO_CLUSTER] }),
      ...(!end && { cluster_end: [NO_CLUSTER] }),
    })
  }
  return start.dateFiled < end.dateFiled ? { start, end } : { start: end, end: start }
}

export type FoundNetwork = { edges: Edge[]; failure?: undefined } | { failure: ErrorKind }

/** Any larger set of edges has more than `MAX_NODES` nodes. */
const MAX_EDGES = MAX_NODES * MAX_NODES

/**
 * Finds the paths of up to three citations. It follows citations from the last decision only,
 * because the first may be cited by a large part of the archive. The ends aren't inner nodes.
 *
 * Rows are the inner decisions of a path. `$1` is the first decision, `$2` the last, and `$3` the
 * date of the first.
 */
export const CONNECTIONS = `
  WITH first AS MATERIALIZED (
    SELECT id FROM opinions WHERE cluster_id = $1::bigint
  ), authority AS MATERIALIZED (
    SELECT DISTINCT c.id FROM opinions own
      JOIN opinions_cited edge ON edge.citing_opinion_id = own.id
      JOIN opinions target ON target.id = edge.cited_opinion_id
      JOIN opinion_clusters c ON c.id = target.cluster_id
      JOIN dockets d ON d.id = c.docket_id
    WHERE own.cluster_id = $2::bigint AND c.id <> $2::bigint
      AND d.court_id = '${COURT}' AND c.date_filed >= $3::date
  ), reached AS MATERIALIZED (
    SELECT DISTINCT authority.id AS citing, target.cluster_id AS cited FROM authority
      JOIN opinions own ON own.cluster_id = authority.id
      JOIN opinions_cited edge ON edge.citing_opinion_id = own.id
      JOIN opinions target ON target.id = edge.cited_opinion_id
    WHERE authority.id <> $1::bigint
      AND target.cluster_id <> ALL (ARRAY[$1::bigint, $2::bigint, authority.id])
  ), last AS MATERIALIZED (
    SELECT candidate.id FROM (
        SELECT id FROM authority WHERE id <> $1::bigint UNION SELECT cited FROM reached
      ) AS candidate
      JOIN opinion_clusters c ON c.id = candidate.id
      JOIN dockets d ON d.id = c.docket_id
    WHERE d.court_id = '${COURT}' AND c.date_filed >= $3::date AND EXISTS (
      SELECT FROM first CROSS JOIN opinions own
        JOIN opinions_cited edge ON edge.citing_opinion_id = own.id AND edge.cited_opinion_id = first.id
      WHERE own.cluster_id = candidate.id)
  ), path AS (
    SELECT 1 AS hops, NULL::bigint AS first, NULL::bigint AS second FROM authority
      WHERE id = $1::bigint
    UNION ALL
    SELECT 2, id, NULL FROM authority WHERE id IN (SELECT id FROM last)
    UNION ALL
    SELECT 3, citing, cited FROM reached WHERE cited IN (SELECT id FROM last)
  )
  SELECT first::text, second::text FROM path ORDER BY hops LIMIT ${MAX_EDGES + 1}`

/** Finds the network of all paths of up to three citations, or of two if there are too many. */
export async function findNetwork(
  trx: TransactionClientContract,
  start: End,
  end: End
): Promise<FoundNetwork> {
  const rows = await queryInTransaction(trx, CONNECTIONS, [start.id, end.id, start.dateFiled])
  const paths = rows.map((between) => [end.id, ...between.filter((id) => id !== null), start.id])
  if (!paths.length || start.id === end.id) return { failure: VISUALIZATION_ERRORS.too_few_nodes }
  for (const hops of [MAX_HOPS, MAX_HOPS - 1]) {
    const chosen = paths.filter((path) => path.length <= hops + 1)
    if (paths.length > MAX_EDGES && hops === MAX_HOPS) continue
    if (new Set(chosen.flat()).size > MAX_NODES) continue
    return chosen.length
      ? { edges: edgesOf(chosen) }
      : { failure: VISUALIZATION_ERRORS.too_few_nodes }
  }
  return { failure: VISUALIZATION_ERRORS.too_many_nodes }
}

function edgesOf(paths: string[][]): Edge[] {
  const edges = new Map<string, Edge>()
  for (const path of paths) {
    for (const [place, cited] of path.slice(1).entries()) {
      const citing = path[place]!
      edges.set(`${citing} ${cited}`, { citing, cited })
    }
  }
  return [...edges.values()]
}

/**
 * Builds the network between two decisions.
 *
 * @returns the IDs of its decisions, and its JSON
 * @throws DomainError `too_few_nodes`, `too_many_nodes`
 */
export async function buildNetwork(
  trx: TransactionClientContract,
  start: End,
  end: End
): Promise<{ clusters: number[]; json: string }> {
  const network = await findNetwork(trx, start, end)
  if (network.failure) throw new DomainError(network.failure, { error: network.failure.code })
  const data = await networkData(trx, network.edges)
  return { clusters: data.opinion_clusters.map(({ id }) => id), json: JSON.stringify(data) }
}
