import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'case_law',
  description: 'Courts, dockets, opinion clusters, opinions, and the citations between them.',
  resources: [
    () => import('./resources/docket.js'),
    () => import('./resources/court.js'),
    () => import('./resources/cluster.js'),
    () => import('./resources/opinion.js'),
  ],
  routes: () => import('./pages/routes.js'),
  searchIndexes: [() => import('./search/opinions.js')],
  searchTypes: [() => import('./search/case_law.js')],
  bulk: [() => import('./bulk/tables.js')],
  publicNames: [() => import('./public_names.js')],
  publishes: [
    'courts',
    {
      table: 'dockets',
      quiet: ['date_modified', 'date_last_index', 'date_last_filing', 'view_count'],
    },
    { table: 'opinion_clusters', quiet: ['date_modified'] },
    { table: 'opinions', parent: { table: 'opinion_clusters', key: 'cluster_id' } },
    { table: 'citations', key: 'cluster_id' },
    { table: 'opinions_cited', key: 'citing_opinion_id' },
    { table: 'parentheticals', key: 'describing_opinion_id' },
    'courthouses',
    { table: 'court_appeals_to', key: 'from_court_id' },
    'cluster_redirections',
    { table: 'unmatched_citations', key: 'citing_opinion_id' },
  ],
  register(host) {
    host.holding({
      label: 'Decisions',
      resource: 'clusters',
      path: '/search/?q=&stat_all=on',
      newest: 'date_filed',
    })
    // The search lists dockets with entries only.
    host.holding({
      label: 'Dockets',
      resource: 'dockets',
      path: '/api/rest/v4/dockets/?format=api',
    })
    host.holding({ label: 'Courts', resource: 'courts', path: '/courts/' })
    host.example('courts/?jurisdiction=F&fields=id,full_name')
    host.example(
      'clusters/?citations__volume=347&citations__reporter=U.S.&citations__page=483&fields=case_name,date_filed,citations'
    )
    host.example('opinions-cited/?cited_opinion__cluster=1038&fields=citing_opinion,depth')
    host.queryRewriters(() => import('./search/language/read_citations.js'))
    host.synonyms(() => import('./search/language/synonyms.js'))
    host.toolDocuments(() => import('./tools/opinion_document.js'))
    host.toolResources(() => import('./tools/opinion_text.js'))
    host.recordEdits(() => import('./admin/record_edits.js'))
  },
})
