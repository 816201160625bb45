/**
 * Pages of dockets and decisions: what their `absolute_url` leads to.
 */
import type { ShownRecord } from '#api/records'
import type { PluginRouteContext } from '#core/define_plugin'
import { loadDecision } from './decision/load_decision.js'

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
    load: loadDecision,
  })
}

function nameOf({ case_name: name, case_name_full: full, id }: ShownRecord): string {
  return String(name || full || `No. ${id}`)
}
