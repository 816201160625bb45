import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'case_law',
  description: 'Courts, dockets, opinion clusters, opinions and the citations between them.',
  resources: [
    () => import('./resources/docket.js'),
    () => import('./resources/court.js'),
    () => import('./resources/cluster.js'),
    () => import('./resources/opinion.js'),
    () => import('./resources/opinion_cited.js'),
  ],
  routes: () => import('./pages/routes.js'),
  bulk: [() => import('./bulk/tables.js')],
})
