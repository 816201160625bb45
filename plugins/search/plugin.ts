import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'search',
  description: 'Search of the archive by words, phrases and fields, with ranking and snippets.',
  endpoints: [() => import('./endpoints/search.js')],
  routes: () => import('./pages/routes.js'),
})
