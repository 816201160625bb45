import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'citations',
  requires: ['case_law'],
  description:
    'Citation lookup, citation linking, and tables of reporters, laws, journals, and courts.',
  scopes: {
    citations: {
      rates: ['60/min'],
      description: 'Citation lookups.',
      reported: true,
      overridable: true,
    },
  },
  settings: () => import('./settings.js'),
  consumers: [() => import('./linking/consumer.js')],
  jobs: [() => import('./linking/job.js')],
  commands: [() => import('./commands/citations_link.js')],
  searchIndexes: [() => import('./search/parenthetical_index.js')],
  searchTypes: [() => import('./search/parenthetical_type.js')],
  endpoints: [() => import('./endpoints/citation_lookup.js')],
  tools: [
    () => import('./tools/extract_citations.js'),
    () => import('./tools/analyze_citations.js'),
    () => import('./tools/resume_citation_analysis.js'),
    () => import('./tools/lookup_citation.js'),
    () => import('./tools/check_brief.js'),
  ],
  routes: () => import('./pages/routes.js'),
  publishes: [{ table: 'linked_statutes', key: 'citing_opinion_id' }],
  takeOut: [() => import('./take_out.js')],
  profileMenu: [{ section: 'Research', label: 'Brief check', path: '/profile/brief-check/' }],
  docs: ['brief-check', 'citation-lookup', 'citation-linking', 'citation-differences', 'statutes'],
  register(host) {
    host.taskCard({
      label: 'Check a brief',
      path: '/profile/brief-check/',
      text: 'Compare the citations and quotations of a text with the archive.',
      isOnHomePage: true,
    })
    host.derivations(() => import('./linking/derivation.js'))
    host.queryRewriters(() => import('./search/reporter_spellings.js'))
    host.searchExtensions(() => import('./search/statutes.js'))
    host.valueReaders(() => import('./search/statute_values.js'))
    host.referenceResolvers(() => import('./search/inner_pages.js'))
    host.prompts(() => import('./tools/check_citations.js'))
  },
})
