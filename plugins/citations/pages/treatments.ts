/** Section of a decision's page with statements by citing decisions about it. */
import { TREATMENT_KINDS, type TreatmentKind } from '#app/citations/treatment_phrases'
import { NamedStatement } from '#app/database/named_statement'
import { caseNameSql } from '#app/search/sql'
import type { PageSection } from '#app/web/record_pages'
import { citedByPath } from '#plugins/case_law/public'
import { TREATMENT_LABELS, TREATMENTS } from './treatment_kinds.js'

/** Sentences to show of each kind. */
const SHOWN = 5

const STATED = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ranked.kind, ranked.count, ranked.sentence, ${caseNameSql('c')} AS name,
       extract(year FROM c.date_filed)::int AS year,
       '/opinion/' || c.id || '/' || coalesce(nullif(c.slug, ''), '-') || '/#opinion-'
         || ranked.citing_opinion_id || '-cites-' || $1::bigint AS path
     FROM (
       SELECT one.*, (count(*) OVER (PARTITION BY kind))::int AS count,
         row_number() OVER (PARTITION BY kind ORDER BY date_filed DESC, cluster_id DESC) AS place
       FROM (
         SELECT DISTINCT ON (t.kind, o.cluster_id) t.kind, t.sentence, t.citing_opinion_id, o.cluster_id, citing.date_filed
         FROM (${TREATMENTS}) AS t JOIN opinions o ON o.id = t.citing_opinion_id
           JOIN opinion_clusters citing ON citing.id = o.cluster_id
         WHERE o.cluster_id <> $1
         ORDER BY t.kind, o.cluster_id, o.type, o.id
       ) AS one
     ) AS ranked JOIN opinion_clusters c ON c.id = ranked.cluster_id
     WHERE ranked.place <= ${SHOWN} ORDER BY ranked.kind, ranked.place
   ) AS shown`
)

interface Quotation {
  kind: TreatmentKind
  /** Number of decisions with a statement of the kind. */
  count: number
  sentence: string
  name: string
  year: number
  path: string
}

/** Statements by citing decisions, grouped by kind, newest first. */
export const treatments = {
  view: 'citations::treatments',
  isLong: true,
  contents: { anchor: 'treatment', label: 'Citing decisions say' },
  load: async ({ reader }, { id, absolute_url: path }) => {
    const rows = await reader.rows(STATED, [Number(id)])
    const quotations = rows.map(([json]) => JSON.parse(json!) as Quotation)
    if (!quotations.length) return undefined
    const groups = TREATMENT_KINDS.flatMap((kind) => {
      const shown = quotations.filter((quotation) => quotation.kind === kind)
      const all = `${citedByPath(path)}?${new URLSearchParams({ kind })}`
      return shown.length
        ? [{ label: TREATMENT_LABELS[kind], count: shown[0]!.count, shown, all }]
        : []
    })
    return { groups }
  },
} satisfies PageSection
