/**
 * Which opinions are linked again when what they cite, or may cite, has
 * changed.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { QueueKind } from './queue.js'

/** Kinds of entries that lead to opinions. */
export type CitedKind = Exclude<QueueKind, 'opinions' | 'opinions again' | 'counts'>

/** Queues the opinions that a range of keys leads to. */
export async function queueCiting(
  trx: TransactionClientContract,
  kind: CitedKind,
  range: { first: number; last: number }
): Promise<void> {
  await trx.rawQuery(
    `INSERT INTO linking_queue (kind, first, last)
     SELECT DISTINCT 'opinions again', citing, citing FROM (${CITING[kind]}) AS c (citing) ORDER BY citing`,
    { first: range.first, last: range.last }
  )
}

/** Opinions that cite a cluster of `changed (id)`, or name a citation that one of these has; a decision may name its own. */
const citersOf = (changed: string) => `
  WITH changed (id) AS (${changed}),
  named AS (SELECT DISTINCT volume, reporter, page FROM citations WHERE cluster_id IN (SELECT id FROM changed))
  SELECT u.citing_opinion_id FROM named JOIN unmatched_citations u USING (volume, reporter, page) WHERE u.status <> 3
  UNION SELECT n.citing_opinion_id FROM linked_edges n WHERE n.cited_cluster_id IN (SELECT id FROM changed)
  UNION SELECT n.citing_opinion_id FROM named JOIN citations c USING (volume, reporter, page)
    JOIN linked_edges n ON n.cited_cluster_id = c.cluster_id
  UNION SELECT o.id FROM named JOIN citations c USING (volume, reporter, page)
    JOIN opinions o ON o.cluster_id = c.cluster_id`

const CITING: Record<CitedKind, string> = {
  'opinions cited': `${citersOf('SELECT cluster_id FROM opinions WHERE id BETWEEN :first AND :last')}
    UNION SELECT n.citing_opinion_id FROM linked_edges n WHERE n.cited_opinion_id BETWEEN :first AND :last`,
  'clusters cited': `${citersOf('SELECT id FROM opinion_clusters WHERE id BETWEEN :first AND :last')}
    UNION SELECT n.citing_opinion_id FROM linked_edges n WHERE n.cited_cluster_id BETWEEN :first AND :last`,
  // An edge or parenthetical of the linker was deleted, or a file has brought one that replaces it.
  'links': `
    SELECT n.citing_opinion_id FROM linked_edges n WHERE n.citing_opinion_id BETWEEN :first AND :last
      AND NOT EXISTS (SELECT FROM opinions_cited e WHERE e.id = n.edge_id)
    UNION SELECT n.citing_opinion_id FROM linked_edges n
    JOIN opinions_cited e ON e.citing_opinion_id = n.citing_opinion_id
    JOIN opinions o ON o.id = e.cited_opinion_id AND o.cluster_id = n.cited_cluster_id
    WHERE n.citing_opinion_id BETWEEN :first AND :last
      AND NOT EXISTS (SELECT FROM linked_edges m WHERE m.edge_id = e.id)
    UNION SELECT l.opinion_id FROM linked_opinions l WHERE l.opinion_id BETWEEN :first AND :last
      AND l.parentheticals <> '{}' AND l.parentheticals IS DISTINCT FROM
        ARRAY(SELECT p.id FROM parentheticals p WHERE p.describing_opinion_id = l.opinion_id ORDER BY p.id)`,
  'ambiguous': `
    SELECT citing_opinion_id FROM unmatched_citations u WHERE status = 4 AND 2 > (
      SELECT count(DISTINCT c.cluster_id) FROM citations c
      WHERE (c.volume, c.reporter, c.page) = (u.volume, u.reporter, u.page))`,
}
