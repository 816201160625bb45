import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'tags',
  description: 'Tags for dockets, public tag pages, and page-view counters.',
  requires: ['case_law'],
  scopes: {
    tags: { rates: ['1000/hour'], description: 'Tags and tagged dockets.', onUsagePage: true },
    events: { rates: ['60/hour'], description: 'Page-view counts.' },
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
