import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'people',
  description:
    'Judges: their positions, degrees, affiliations, and ratings, and their roles in cases.',
  requires: ['case_law'],
  resources: [
    () => import('./resources/person.js'),
    () => import('./resources/position.js'),
    () => import('./resources/careers.js'),
  ],
  extensions: [() => import('./resources/judges_of_cases.js')],
  routes: () => import('./pages/routes.js'),
  searchIndexes: [() => import('./search/people.js')],
  searchTypes: [() => import('./search/judges.js')],
  bulk: [() => import('./bulk/tables.js')],
  publishes: [
    'people',
    'schools',
    { table: 'person_races', key: 'person_id' },
    { table: 'educations', key: 'person_id' },
    { table: 'positions', key: 'person_id' },
    { table: 'political_affiliations', key: 'person_id' },
    { table: 'aba_ratings', key: 'person_id' },
    { table: 'person_sources', key: 'person_id' },
    { table: 'retention_events', key: 'position_id' },
    'races',
    { table: 'opinion_cluster_panel', key: 'cluster_id' },
    { table: 'opinion_cluster_non_participating_judges', key: 'cluster_id' },
    { table: 'opinion_joined_by', key: 'opinion_id' },
    { table: 'docket_panel', key: 'docket_id' },
  ],
  register(host) {
    host.holding({
      label: 'Judges and other people',
      resource: 'people',
      // The search lists judges only.
      path: '/api/rest/v4/people/?format=api',
    })
    host.example('people/?educations__school__name__contains=Harvard&fields=name_last,slug')
    host.searchExtensions(() => import('./search/judges_of_cases.js'))
    host.recordEdits(() => import('./admin/record_edits.js'))
  },
})
