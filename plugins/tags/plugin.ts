import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'tags',
  description: 'Tags that accounts put on dockets, their public pages, and counts of page views.',
  requires: ['case_law'],
  scopes: {
    tags: { rates: ['1000/hour'], description: 'Tags and tagged dockets.', onUsagePage: true },
    events: { rates: ['60/hour'], description: 'Counting of page views.' },
  },
  resources: [() => import('./resources/tag.js'), () => import('./resources/docket_tag.js')],
  endpoints: [() => import('./endpoints/increment_event.js')],
  extensions: [() => import('./resources/tags_of_dockets.js')],
  profileMenu: [{ section: 'Research', label: 'Tags', path: '/profile/tags/' }],
  routes: () => import('./pages/routes.js'),
  demo: () => import('./demo.js'),
  errors: [() => import('./errors.js')],
  docs: ['tags'],
})
