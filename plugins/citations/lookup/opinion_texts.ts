import { clean } from '#app/citations/clean'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { OPINION_TEXTS } from '#plugins/case_law/public'

/** Characters of all texts of an answer, as they are stored. */
const MAX_TEXTS_LENGTH = 2_000_000

export interface OpinionText {
  opinion_id: number
  cluster_id: number
  type: string
  /** Without markup; null where the answer would be too long. */
  text: string | null
}

/**
 * Texts of the opinions of clusters.
 *
 * @param clusters keys; where the texts are too long together, those of the last clusters are left out
 * @returns by key of the cluster
 */
export async function opinionTexts(
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
    CASE WHEN sum(length(text)) OVER (ORDER BY place, ordering_key, id) <= $2::bigint THEN text END
  FROM (
    SELECT o.id, o.cluster_id, o.type, o.ordering_key, asked.place,
      CASE ${FIRST_IS_HTML} ELSE 'false' END AS is_html, coalesce(${FIRST_TEXT}, '') AS text
    FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (cluster_id, place)
    JOIN opinions o ON o.cluster_id = asked.cluster_id
  ) opinions
  ORDER BY place, ordering_key, id`)
