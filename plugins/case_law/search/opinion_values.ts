/**
 * Values of clusters and opinions, for the index and the results. In SQL, `c` is the alias of
 * clusters, and `o` of opinions.
 */
import { labelSql, listSql } from '#app/search/sql'

/**
 * Text columns of an opinion; the first nonempty one is used (search.md 6). The last two are for
 * opinions without any of the others.
 */
export const OPINION_TEXTS = [
  { column: 'o.html_columbia', html: true },
  { column: 'o.html_lawbox', html: true },
  { column: 'o.xml_harvard', html: true },
  { column: 'o.html_anon_2020', html: true },
  { column: 'o.html', html: true },
  { column: 'o.plain_text', html: false },
  { column: 'o.html_with_citations', html: true },
  { column: 'o.xml_scan', html: true },
]

/** Names of opinion types in search, which differ from those in the API (search.md 2.1). */
export const OPINION_TYPE_SLUGS: Record<string, string> = {
  '010combined': 'combined-opinion',
  '015unamimous': 'unanimous-opinion',
  '020lead': 'lead-opinion',
  '025plurality': 'plurality-opinion',
  '030concurrence': 'concurrence-opinion',
  '035concurrenceinpart': 'in-part-opinion',
  '040dissent': 'dissent',
  '050addendum': 'addendum',
  '060remittitur': 'remittitur',
  '070rehearing': 'rehearing',
  '080onthemerits': 'on-the-merits',
  '090onmotiontostrike': 'on-motion-to-strike',
  '100trialcourt': 'trial-court-document',
}

export const OPINION_TYPE = labelSql(OPINION_TYPE_SLUGS, 'o.type')

/** Codes from `CITATION_TYPES`. */
const [LEXIS, NEUTRAL] = [6, 8]
const CITED_AS = `concat_ws(' ', cited_as.volume, cited_as.reporter, cited_as.page)`
const CITATIONS = `FROM citations cited_as WHERE cited_as.cluster_id = c.id`

export const ALL_CITATIONS = listSql(`SELECT ${CITED_AS} ${CITATIONS} ORDER BY cited_as.id`)
export const LEXIS_CITATION = firstCitation(LEXIS)
export const NEUTRAL_CITATION = firstCitation(NEUTRAL)

function firstCitation(type: number): string {
  return `coalesce((SELECT ${CITED_AS} ${CITATIONS} AND cited_as.type = ${type} ORDER BY cited_as.id LIMIT 1), '')`
}

/** The order of opinions: by position in the cluster, or else by type, lead opinion first. */
export const opinionOrder = (row: string) => `${row}.ordering_key, ${row}.type, ${row}.id`

export const SIBLINGS = listSql(
  `SELECT sibling.id FROM opinions sibling WHERE sibling.cluster_id = c.id ORDER BY ${opinionOrder('sibling')}`
)
/** The syllabus or another summary of a decision, with its first opinion. */
export const SUMMARY = `CASE WHEN o.id = (SELECT min(first.id) FROM opinions first WHERE first.cluster_id = c.id)
  THEN coalesce(nullif(c.syllabus, ''), nullif(c.summary, ''), c.headnotes) ELSE '' END`
export const CITED_OPINIONS = listSql(
  'SELECT cited.cited_opinion_id FROM opinions_cited cited WHERE cited.citing_opinion_id = o.id ORDER BY cited.cited_opinion_id'
)
