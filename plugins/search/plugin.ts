import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'search',
  description: 'Full-text search of the archive with ranking and snippets.',
  endpoints: [() => import('./endpoints/search.js')],
  tools: [() => import('./tools/search.js')],
  routes: () => import('./pages/routes.js'),
  takeOut: [() => import('./take_out.js')],
  errors: [() => import('./errors.js')],
  docs: ['search', 'search-api', 'semantic-search'],
  register(host) {
    host.menuItem({ label: 'Search', path: '/search/' })
    host.example('search/?q=%22equal+protection%22&court=scotus&highlight=on')
    host.optionalPart({
      name: 'Typesense',
      adds: 'Runs searches on a separate cluster',
      setting: 'SEARCH_ENGINE=typesense',
      page: '/docs/typesense/',
    })
    host.optionalPart({
      name: 'Embedding service',
      adds: 'Uses your own embedding service or model for semantic search instead of the built-in one',
      setting: 'EMBEDDINGS_URL',
      page: '/docs/semantic-search/',
    })
    host.staffSearch(() => import('./admin/record_search.js'))
    host.prompts(() => import('./tools/find_similar_cases.js'))
  },
})
