import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { origin } from '#api/roots'
import { NamedStatement } from '#app/database/named_statement'
import { caseNameSql } from '#app/search/sql'
import { ApiError } from '#app/support/api_error'
import { setPageHeaders } from '#app/support/page_headers'
import { isNonCanonicalPath } from '#app/web/page_head'
import { RecordPages } from '#app/web/record_pages'
import settings from '../settings.js'
import { officialLink } from '../statutes/official_links.js'
import { readProvision } from '../statutes/read_provision.js'
import { statutePath } from './statutes.js'

/** Decisions and subsections to show. */
const SHOWN = 50
/** Maximum number of citing opinions to read; a search finds the others. */
const MAX_READ = 20_000

const CITING = `
  SELECT citing_opinion_id, subsections, depth FROM linked_statutes
  WHERE section = $1 ORDER BY citing_opinion_id DESC LIMIT ${MAX_READ}`

const DECISIONS = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${caseNameSql('c')} AS name, court.citation_string AS court, c.date_filed AS filed,
       c.citation_count AS cited, sum(s.depth)::int AS depth, (count(*) OVER ())::int AS total,
       '/opinion/' || c.id || '/' || coalesce(nullif(c.slug, ''), '-') || '/' AS path
     FROM (${CITING}) AS s JOIN opinions o ON o.id = s.citing_opinion_id
       JOIN opinion_clusters c ON c.id = o.cluster_id JOIN dockets d ON d.id = c.docket_id
       JOIN courts court ON court.id = d.court_id
     GROUP BY c.id, court.id ORDER BY c.citation_count DESC, c.date_filed DESC, c.id DESC LIMIT ${SHOWN}
   ) AS shown`
)

const SUBSECTIONS = new NamedStatement(
  `SELECT part, count(*)::int FROM (${CITING}) AS s, unnest(s.subsections) AS part
   GROUP BY part ORDER BY 2 DESC, 1 LIMIT ${SHOWN}`
)

interface CitingDecision {
  name: string
  court: string
  filed: string
  cited: number
  /** Number of citations of the section. */
  depth: number
  /** Number of all decisions. */
  total: number
  path: string
}

/** Pages of statutes, rules, and regulations: decisions that cite them. */
@inject()
export default class StatutesController {
  constructor(private pages: RecordPages) {}

  /** A form; redirects to the page of the statute in `citation`. */
  async index(ctx: HttpContext) {
    await this.pages.visitor(ctx)
    const citation = String(ctx.request.qs().citation ?? '').trim()
    const provision = citation ? readProvision(citation) : undefined
    if (provision) return ctx.response.redirect(statutePath(provision.label), false, 302)
    setPageHeaders(ctx.response)
    if (citation) ctx.response.status(422)
    const problems = citation
      ? { citation: 'Enter a section with its code, for example 42 U.S.C. 1983.' }
      : {}
    return ctx.view.render('citations::statutes', { citation, problems })
  }

  /** @throws ApiError 404 for a path that is not a statute */
  async show(ctx: HttpContext) {
    await this.pages.visitor(ctx)
    const written = String(ctx.params.section)
    const label = readProvision(written.replaceAll('_', ' '))?.label
    if (!label) throw ApiError.detail(404, `${written} is not a section of a known code.`)
    const path = statutePath(label)
    if (isNonCanonicalPath(ctx.request.url(), path)) return ctx.response.redirect(path, false, 301)
    const { reader } = this.pages.records
    const [decisions, subsections] = await Promise.all([
      reader.rows(DECISIONS, [label]),
      reader.rows(SUBSECTIONS, [label]),
    ])
    const shown = decisions.map(([json]) => JSON.parse(json!) as CitingDecision)
    if (!shown.length) ctx.response.header('x-robots-tag', 'noindex')
    ctx.view.share({ head: { canonical: `${origin(ctx)}${path}` } })
    setPageHeaders(ctx.response)
    return ctx.view.render('citations::statute', {
      label,
      decisions: shown,
      total: shown[0]?.total ?? 0,
      search: searchPath(label),
      subsections: subsections.map(([part, count]) => ({
        label: `${label}${part}`,
        count: Number(count),
        path: searchPath(`${label}${part}`),
      })),
      official: settings.officialLinks ? officialLink(label) : undefined,
    })
  }
}

function searchPath(statute: string): string {
  return `/search/?type=o&q=${encodeURIComponent(`statute:"${statute}"`)}`
}
