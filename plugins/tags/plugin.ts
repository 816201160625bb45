import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'tags',
  description: 'Tags that accounts put on dockets, their public pages, and counts of page views.',
  requires: ['case_law'],
  resources: [() => import('./resources/tag.js'), () => import('./resources/docket_tag.js')],
  endpoints: [() => import('./endpoints/increment_event.js')],
  extensions: [() => import('./resources/tags_of_dockets.js')],
  profileMenu: [{ label: 'Tags', path: '/profile/tags/' }],
  routes: () => import('./pages/routes.js'),
  demo: () => import('./demo.js'),
  docs: ['tags'],
})
