/**
 * Pages of dockets and decisions: what their `absolute_url` leads to.
 */
import type { Records, ShownRecord } from '#api/records'
import type { PluginRouteContext } from '#core/define_plugin'
import { cleanDecision, cleanHtml } from '#app/web/clean_html'

export default function routes({ pages }: PluginRouteContext): void {
  pages.add(['/docket/:id/:slug?'], {
    resource: 'dockets',
    view: 'case_law::docket',
    title: nameOf,
    load: async (records, docket) => ({
      court: await records.find('courts', String(docket.court_id)),
      clusters: await records.list(
        'clusters',
        { docket: String(docket.id) },
        { order: 'id', fields: 'id,absolute_url,case_name,date_filed' }
      ),
    }),
  })
  pages.add(['/opinion/:id/:slug?'], {
    resource: 'clusters',
    view: 'case_law::cluster',
    title: nameOf,
    load: loadCluster,
  })
}

async function loadCluster(
  records: Records,
  cluster: ShownRecord
): Promise<Record<string, unknown>> {
  const docket = await records.find('dockets', String(cluster.docket_id))
  const opinions = await records.list('opinions', { cluster: String(cluster.id) }, { order: 'id' })
  return {
    docket,
    court: docket && (await records.find('courts', String(docket.court_id))),
    headmatter: cleanHtml(String(cluster.headmatter)),
    opinions: opinions.map((opinion) => ({ ...opinion, ...textOf(opinion) })),
  }
}

/** Sources of a text, the best one first (contract, opinions). */
const HTML_SOURCES = [
  'html_with_citations',
  'html_columbia',
  'html_lawbox',
  'html_anon_2020',
  'html',
  'xml_harvard',
  'xml_scan',
]

function textOf(opinion: ShownRecord): { html?: string; text?: string } {
  const source = HTML_SOURCES.find((name) => opinion[name])
  if (source) return { html: cleanDecision(String(opinion[source]), `opinion-${opinion.id}`) }
  return { text: String(opinion.plain_text) }
}

function nameOf({ case_name: name, case_name_full: full, id }: ShownRecord): string {
  return String(name || full || `No. ${id}`)
}
