import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'visualizations',
  description: 'Charts of the Supreme Court decisions that connect two cases.',
  requires: ['case_law', 'search'],
  resources: [() => import('./resources/visualizations.js')],
  routes: () => import('./pages/routes.js'),
  profileMenu: [{ section: 'Research', label: 'Visualizations', path: '/profile/visualizations/' }],
  demo: () => import('./demo.js'),
  errors: [() => import('./errors.js')],
  docs: ['visualizations'],
})
