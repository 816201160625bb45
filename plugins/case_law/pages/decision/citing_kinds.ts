/** Kinds of citing decisions by their statements about the cited one, to filter their list. */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { DECISION, PLACES, read, toAuthority, type FoundDecision } from './authorities.js'
import { ORDERS, type CitingOrder, type CitingPage } from './cited_by.js'
import { citationAnchor } from './decision_text.js'

export interface CitingKindsSource {
  /** Labels by kind, in display order. */
  labels: Readonly<Record<string, string>>
  /** SQL for `citing_opinion_id`, `kind`, and `sentence` of statements about the decision `$1`. */
  sql: string
}

export interface CitingKind {
  kind: string
  label: string
  /** Number of decisions. */
  count: number
}

interface Statements {
  count: NamedStatement
  list: Record<CitingOrder, NamedStatement>
}

export class CitingKinds {
  #labels: CitingKindsSource['labels'] = {}
  #statements: Statements | undefined

  /** Sets the source. Providers of other plugins call it (`container.resolving`). */
  use({ labels, sql }: CitingKindsSource): void {
    this.#labels = labels
    this.#statements = {
      count: new NamedStatement(countOf(sql)),
      list: Object.fromEntries(
        Object.entries(ORDERS).map(([name, order]) => [
          name,
          new NamedStatement(listOf(sql, order.sql)),
        ])
      ) as Statements['list'],
    }
  }

  /** The kinds of statements about a decision. */
  async of(reader: Reader, cluster: number): Promise<CitingKind[]> {
    if (!this.#statements) return []
    const rows = await read<[string, number]>(reader, this.#statements.count, cluster)
    const counts = new Map(rows)
    return Object.entries(this.#labels).flatMap(([kind, label]) => {
      const count = counts.get(kind)
      return count ? [{ kind, label, count }] : []
    })
  }

  /** Citing decisions with a statement of a kind, which is their passage. */
  async list(
    reader: Reader,
    cluster: number,
    {
      kind,
      order,
      limit,
      offset,
    }: { kind: string; order: CitingOrder; limit: number; offset: number }
  ): Promise<CitingPage> {
    const { list } = this.#statements!
    const found = await read<FoundDecision & { sentence: string; opinion: number; total: number }>(
      reader,
      list[order],
      cluster,
      limit,
      offset,
      kind
    )
    return {
      count: found[0]?.total ?? 0,
      decisions: found.map((row) => {
        const authority = toAuthority(row)
        return {
          ...authority,
          passage: row.sentence,
          passagePath: `${authority.path}#${citationAnchor(row.opinion, cluster)}`,
        }
      }),
    }
  }
}

function countOf(sql: string): string {
  return `SELECT json_build_array(stated.kind, count(DISTINCT o.cluster_id))::text
    FROM (${sql}) AS stated JOIN opinions o ON o.id = stated.citing_opinion_id
    WHERE o.cluster_id <> $1 GROUP BY stated.kind`
}

/** A statement implies a citation, even if the archive has no link for it. */
function listOf(sql: string, order: string): string {
  return `SELECT to_json(shown)::text FROM (
      SELECT ${DECISION}, citing.depth, citing.total, citing.sentence, citing.opinion
      FROM (
        SELECT one.*, (count(*) OVER ())::int AS total, coalesce((
          SELECT sum(edge.depth)::int FROM opinions own
            JOIN opinions_cited edge ON edge.citing_opinion_id = own.id
            JOIN opinions cited ON cited.id = edge.cited_opinion_id
          WHERE own.cluster_id = one.cluster_id AND cited.cluster_id = $1
        ), 1) AS depth
        FROM (
          SELECT DISTINCT ON (o.cluster_id) o.cluster_id, o.id AS opinion, stated.sentence
          FROM (${sql}) AS stated JOIN opinions o ON o.id = stated.citing_opinion_id
          WHERE stated.kind = $4 AND o.cluster_id <> $1
          ORDER BY o.cluster_id, o.type, o.id
        ) AS one
      ) AS citing JOIN opinion_clusters c ON c.id = citing.cluster_id ${PLACES}
      ORDER BY ${order} LIMIT $2 OFFSET $3
    ) AS shown`
}
