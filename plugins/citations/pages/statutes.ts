/** Paths of the pages of statutes, and the section of a decision's page that lists those it cites. */
import { NamedStatement } from '#app/database/named_statement'
import type { PageSection } from '#app/web/record_pages'

/** Number of statutes to list; all of them can be searched. */
const MAX_LISTED = 500

/** `/statutes/42_U.S.C._1983/` */
export function statutePath(label: string): string {
  return `/statutes/${encodeURIComponent(label.replace(' § ', ' ').replaceAll(' ', '_'))}/`
}

const CITED = new NamedStatement(
  `SELECT s.section, sum(s.depth)::int FROM linked_statutes s JOIN opinions o ON o.id = s.citing_opinion_id
   WHERE o.cluster_id = $1 GROUP BY s.section ORDER BY 2 DESC, 1 LIMIT ${MAX_LISTED + 1}`
)

/** Statutes, rules, and regulations that a decision cites, most cited first. */
export const citedStatutes = {
  view: 'citations::cited_statutes',
  isLong: true,
  contents: { anchor: 'statutes', label: 'Statutes and rules cited' },
  load: async ({ reader }, { id }) => {
    const rows = await reader.rows(CITED, [Number(id)])
    if (!rows.length) return undefined
    const statutes = rows.slice(0, MAX_LISTED).map(([section, count]) => ({
      label: section!,
      path: statutePath(section!),
      count: Number(count),
    }))
    return { statutes, hasMore: rows.length > MAX_LISTED, limit: MAX_LISTED }
  },
} satisfies PageSection
