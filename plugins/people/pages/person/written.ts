/** The decisions a person wrote opinions of, the newest first, a page at a time. */
import { askedPage } from '#app/web/asked_page'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { caseNameSql } from '#app/search/sql'

export interface WrittenOpinion {
  path: string
  name: string
  decided: string
  type: string
  court: string
  citation: string | null
}

const PAGE_SIZE = 25
const MAX_PAGE = 10_000

const WRITTEN = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT '/opinion/' || c.id || '/' || coalesce(nullif(c.slug, ''), '-') || '/#opinion-' || written.id AS path,
       ${caseNameSql('c')} AS name, c.date_filed AS decided, written.type, written.total,
       coalesce(nullif(court.citation_string, ''), court.short_name) AS court,
       (SELECT concat_ws(' ', one.volume, one.reporter, one.page) FROM citations one
         WHERE one.cluster_id = c.id ORDER BY one.id LIMIT 1) AS citation
     FROM (
       SELECT o.id, o.type, o.cluster_id, (count(*) OVER ())::int AS total
       FROM opinions o JOIN opinion_clusters c ON c.id = o.cluster_id WHERE o.author_id = $1
       ORDER BY c.date_filed DESC, o.id DESC LIMIT ${PAGE_SIZE} OFFSET $2
     ) AS written JOIN opinion_clusters c ON c.id = written.cluster_id
       JOIN dockets d ON d.id = c.docket_id JOIN courts court ON court.id = d.court_id
     ORDER BY c.date_filed DESC, written.id DESC
   ) AS shown`
)

export interface WrittenPage {
  opinions: WrittenOpinion[]
  count: number
  previous: string | false
  next: string | false
}

export async function writtenBy(
  reader: Reader,
  person: number | string,
  query: URLSearchParams
): Promise<WrittenPage> {
  const page = askedPage(query, MAX_PAGE)
  const rows = await reader.rows(WRITTEN, [person, (page - 1) * PAGE_SIZE])
  const found = rows.map(([json]) => JSON.parse(json!) as WrittenOpinion & { total: number })
  const count = found[0]?.total ?? 0
  const at = (number: number) => `${number > 1 ? `?page=${number}` : '?'}#written`
  return {
    opinions: found,
    count,
    previous: page > 1 && at(page - 1),
    next: page * PAGE_SIZE < count && at(page + 1),
  }
}
