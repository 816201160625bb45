/** Reads what citations are compared with: names, dates, courts, reports, and texts. */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'

/** A decision as stored; its texts are prepared in a thread. */
export interface StoredDecision {
  id: number
  path: string
  names: string[]
  year: number
  /** With the courts above and below it. */
  courts: string[]
  courtText: string
  reports: { volume: string; reporter: string; page: string }[]
  opinions: { id: number; text: string; isHtml: boolean }[]
}

/** Maximum total length of texts; further ones aren't compared. */
const MAX_TEXTS_LENGTH = 8_000_000

/**
 * @param keys IDs of clusters
 * @returns decisions by ID
 */
export async function readDecisions(
  reader: Pick<Reader, 'rows'>,
  keys: readonly string[]
): Promise<Map<string, StoredDecision>> {
  if (!keys.length) return new Map()
  const rows = await reader.rows(DECISIONS, [keys, MAX_TEXTS_LENGTH])
  return new Map(rows.map(([key, decision]) => [key!, JSON.parse(decision!) as StoredDecision]))
}

/** The first text with page breaks, or else the first text. */
const TEXT = `coalesce(
  CASE WHEN o.xml_harvard LIKE '%<page-number%' THEN o.xml_harvard END,
  CASE WHEN o.html_with_citations LIKE '%star-pagination%' THEN o.html_with_citations END,
  CASE WHEN o.html_lawbox LIKE '%star-pagination%' THEN o.html_lawbox END,
  CASE WHEN o.html_columbia LIKE '%star-pagination%' THEN o.html_columbia END,
  CASE WHEN o.plain_text <> '' THEN o.plain_text END,
  nullif(o.html_with_citations, ''), nullif(o.html_columbia, ''), nullif(o.html_lawbox, ''),
  nullif(o.xml_harvard, ''), nullif(o.html_anon_2020, ''), nullif(o.html, ''), '')`

const DECISIONS = new NamedStatement(`
  WITH RECURSIVE asked AS (
    SELECT c.*, d.court_id FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
    WHERE c.id = ANY ($1::bigint[])
  ), above (id, court_id) AS (
    SELECT id, court_id FROM asked
    UNION SELECT a.id, u.parent_court_id FROM above a JOIN courts u ON u.id = a.court_id
    WHERE u.parent_court_id IS NOT NULL
  ), below (id, court_id) AS (
    SELECT id, court_id FROM asked
    UNION SELECT b.id, u.id FROM below b JOIN courts u ON u.parent_court_id = b.court_id
  ), texts AS (
    SELECT o.cluster_id, o.ordering_key, o.type, o.id, o.text, o.text IS DISTINCT FROM o.plain_text AS is_html,
      sum(length(o.text)) OVER (ORDER BY o.cluster_id, o.ordering_key, o.type, o.id) AS total
    FROM (SELECT o.cluster_id, o.ordering_key, o.type, o.id, o.plain_text, ${TEXT} AS text
          FROM opinions o WHERE o.cluster_id = ANY ($1::bigint[])
            -- Summaries have neither the words nor the pages of the decision.
            AND NOT EXISTS (SELECT FROM sample_records s
              WHERE s.table_name = 'opinion_clusters' AND s.id = o.cluster_id AND NOT s.invented)) o
  )
  SELECT a.id::text, json_build_object(
    'id', a.id, 'path', '/opinion/' || a.id || '/' || coalesce(nullif(a.slug, ''), '-') || '/',
    'names', array_remove(ARRAY[a.case_name, a.case_name_short, a.case_name_full], ''),
    'year', extract(year FROM a.date_filed)::int,
    'courts', (SELECT json_agg(DISTINCT court_id) FROM (
       SELECT court_id FROM above WHERE above.id = a.id UNION SELECT court_id FROM below WHERE below.id = a.id) AS c),
    'courtText', (SELECT coalesce(nullif(court.citation_string, ''), court.short_name) FROM courts court WHERE court.id = a.court_id),
    'reports', (SELECT coalesce(json_agg(json_build_object('volume', volume, 'reporter', reporter, 'page', page)), '[]')
                FROM citations WHERE cluster_id = a.id),
    'opinions', (SELECT coalesce(json_agg(json_build_object('id', id, 'text', text, 'isHtml', is_html) ORDER BY ordering_key, type, id), '[]')
                 FROM texts WHERE cluster_id = a.id AND text <> '' AND total <= $2::bigint)
  )::text FROM asked a`)

/** How citations name courts: `2d Cir.`, by ID. */
export async function readCourtNames(
  reader: Pick<Reader, 'rows'>,
  ids: readonly string[]
): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const rows = await reader.rows(
    `SELECT id, coalesce(nullif(citation_string, ''), short_name) FROM courts WHERE id = ANY ($1::text[])`,
    [ids]
  )
  return new Map(rows.map(([id, name]) => [id!, name!]))
}
