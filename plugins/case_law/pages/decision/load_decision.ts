import type { Records, ShownRecord } from '#api/records'
import { cleanHtml } from '#app/web/clean_html'
import {
  authoritiesOf,
  citingDecisions,
  descriptionsOf,
  SHOWN_AUTHORITIES,
  unmatchedOf,
} from './authorities.js'
import { bluebookCitation, plainCitation, textOf, type Citation } from './case_citation.js'
import { textOfOpinion } from './decision_text.js'

/** What the reading page of a decision shows beside its record. */
export async function loadDecision(
  records: Records,
  cluster: ShownRecord
): Promise<Record<string, unknown>> {
  const { reader } = records
  const id = Number(cluster.id)
  const [docket, opinions, authorities, citing, descriptions, unmatched] = await Promise.all([
    records.find('dockets', String(cluster.docket_id)),
    records.list('opinions', { cluster: String(id) }, { order: 'id' }),
    authoritiesOf(reader, id),
    citingDecisions(reader, id),
    descriptionsOf(reader, id),
    unmatchedOf(reader, id),
  ])
  const court = docket && (await records.find('courts', String(docket.court_id)))
  const citations = cluster.citations as Citation[]
  const cited = {
    name: String(cluster.case_name || cluster.case_name_full || `No. ${id}`),
    citations,
    court: String(court?.citation_string ?? ''),
    courtName: String(court?.full_name ?? ''),
    docketNumber: String(docket?.docket_number ?? ''),
    decided: String(cluster.date_filed),
  }
  return {
    docket,
    court,
    citations: citations.map(textOf).join(', '),
    bluebook: bluebookCitation(cited),
    plain: plainCitation(cited),
    headmatter: cleanHtml(String(cluster.headmatter)),
    opinions: opinions.map((opinion) => ({ ...opinion, ...textOfOpinion(opinion) })),
    authorities: authorities.slice(0, SHOWN_AUTHORITIES),
    moreAuthorities: authorities.length > SHOWN_AUTHORITIES,
    citing,
    citedBy: `/search/?${new URLSearchParams({ q: citesQuery(opinions), stat_all: 'on' })}`,
    descriptions,
    unmatched,
  }
}

/** The search for all decisions that cite one of these opinions. */
function citesQuery(opinions: ShownRecord[]): string {
  return opinions.map(({ id }) => `cites:(${id})`).join(' OR ')
}
