/** Pages of dockets, decisions, and courts. */
import type { ShownRecord } from '#api/records'
import { addRecordAddresses } from '#app/web/public_addresses'
import type { PluginRouteContext } from '#core/define_plugin'
import { linkedCourt, loadCourt, type ShownCourt } from './court/load_court.js'
import { caseTitle, courtPath } from '../page_paths.js'
import { citedByPath } from './decision/cited_by.js'
import { formatDecisionDescription, linkedDecision } from './decision/linked_data.js'
import { loadDecision, type ShownDecision } from './decision/load_decision.js'

const CitingList = () => import('./decision/citing_list.js')
const CourtsController = () => import('./courts_controller.js')

export default function routes({ router, pages }: PluginRouteContext): void {
  pages.add(['/docket/:id/:slug?'], {
    resource: 'dockets',
    view: 'case_law::docket',
    title: caseTitle,
    path: addressOf,
    fields: 'id,absolute_url,case_name,case_name_full',
    sitemap: { blocked: 'false' },
    description: (docket, { court }) =>
      `Docket of ${caseTitle(docket)}${docket.docket_number ? `, ${docket.docket_number}` : ''}${court ? `, ${(court as ShownRecord).full_name}` : ''}: entries, documents, and parties.`,
    load: async (records, docket) => {
      const court = await records.find('courts', String(docket.court_id))
      return {
        court,
        courtPath: court && courtPath(court),
        samples: await pages.samplesOf('clusters'),
        clusters: await records.list(
          'clusters',
          { docket: String(docket.id) },
          { order: 'id', fields: 'id,absolute_url,case_name,date_filed' }
        ),
      }
    },
  })
  pages.add(['/opinion/:id/:slug?'], {
    resource: 'clusters',
    view: 'case_law::cluster',
    title: caseTitle,
    path: addressOf,
    fields: 'id,absolute_url,case_name,case_name_full',
    sitemap: { blocked: 'false' },
    description: (cluster, shown) => formatDecisionDescription(cluster, shown as ShownDecision),
    linkedData: (cluster, shown, absolute) =>
      linkedDecision(cluster, shown as ShownDecision, absolute),
    load: (_records, cluster, _query, sample) => loadDecision(pages, cluster, sample),
  })
  pages.add(['/opinion/:id/:slug/cited-by'], {
    resource: 'clusters',
    view: 'case_law::cited_by',
    title: (cluster) => `Decisions that cite ${caseTitle(cluster)}`,
    path: ({ absolute_url: path }) => citedByPath(path),
    isIndexed: false,
    hasSections: false,
    load: [CitingList, 'load'],
  })
  pages.add(['/court/:id/:slug?'], {
    resource: 'courts',
    view: 'case_law::court',
    title: ({ full_name: name }) => String(name),
    path: courtPath,
    fields: 'id,full_name,short_name',
    sitemap: {},
    description: ({ full_name: name }, shown) => (shown as ShownCourt).sentence(String(name)),
    linkedData: (court, shown, absolute) => linkedCourt(court, shown as ShownCourt, absolute),
    load: async (records, court) => ({
      ...(await loadCourt(records, court)),
      samples: await pages.samplesOf('clusters'),
    }),
  })
  addRecordAddresses({ router, pages }, 'clusters', {
    '/opinion/:id/:slug/authorities': (page) => `${page}#authorities`,
    '/opinion/:id/:slug/summaries': (page) => `${page}#described`,
    '/opinion/:id/:slug/related-cases': (page) => `${page}#more`,
    '/opinion/:id/:slug/pdf': (page) => page,
  })
  router.get('/courts', [CourtsController, 'index']).as('courts')
  router.get('/feed/court/all', [CourtsController, 'feedOfAll']).as('feed.all_courts')
  router.get('/feed/court/:id', [CourtsController, 'feed']).as('feed.court')
  pages.addFeed('courts', ({ id, full_name: name }) => ({
    path: `/feed/court/${encodeURIComponent(String(id))}/`,
    title: `Decisions of ${String(name)}`,
  }))
}

const addressOf = ({ absolute_url: path }: ShownRecord) => (path ? String(path) : null)
