import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'search',
  description: 'Search of the archive by words, phrases and fields, with ranking and snippets.',
  endpoints: [() => import('./endpoints/search.js'), () => import('./endpoints/search_v3.js')],
  tools: [() => import('./tools/search.js')],
  prompts: [() => import('./tools/find_similar_cases.js')],
  routes: () => import('./pages/routes.js'),
  takeOut: [() => import('./take_out.js')],
  menu: [{ label: 'Search', path: '/search/' }],
  examples: ['search/?q=%22equal+protection%22&court=scotus&highlight=on'],
  errors: [() => import('./catalogue.js')],
  optionalParts: [
    {
      name: 'Typesense',
      adds: 'Runs searches on a separate cluster',
      setting: 'SEARCH_ENGINE=typesense',
      page: '/docs/typesense/',
    },
    {
      name: 'Semantic search',
      adds: 'Searches by meaning, with vectors from an embeddings provider',
      setting: 'EMBEDDINGS_URL',
      page: '/docs/semantic-search/',
    },
  ],
  docs: ['search', 'search-api', 'semantic-search'],
})
