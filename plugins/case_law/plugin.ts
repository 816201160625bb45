import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'case_law',
  description: 'Courts, dockets, opinion clusters, opinions and the citations between them.',
  holdings: [
    { label: 'Decisions', resource: 'clusters', path: '/search/?q=', newest: 'date_filed' },
    { label: 'Dockets', resource: 'dockets', path: '/search/?type=r&q=' },
    { label: 'Courts', resource: 'courts', path: '/courts/' },
  ],
  resources: [
    () => import('./resources/docket.js'),
    () => import('./resources/court.js'),
    () => import('./resources/cluster.js'),
    () => import('./resources/opinion.js'),
    () => import('./resources/opinion_cited.js'),
  ],
  routes: () => import('./pages/routes.js'),
  searchIndexes: [() => import('./search/opinions.js')],
  rewriters: [() => import('./search/language/read_citations.js')],
  synonyms: [() => import('./search/language/synonyms.js')],
  searchTypes: [() => import('./search/case_law.js')],
  documents: [() => import('./tools/opinion_document.js')],
  toolResources: [() => import('./tools/opinion_text.js')],
  bulk: [() => import('./bulk/tables.js')],
  publicNames: [() => import('./public_names.js')],
  recordEdits: [() => import('./admin/record_edits.js')],
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
  ],
  examples: [
    'courts/?jurisdiction=F&fields=id,full_name',
    'clusters/?citations__volume=347&citations__reporter=U.S.&citations__page=483&fields=case_name,date_filed,citations',
    'opinions-cited/?cited_opinion__cluster=1038&fields=citing_opinion,depth',
  ],
})
