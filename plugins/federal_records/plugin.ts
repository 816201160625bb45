import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'federal_records',
  description:
    'Docket entries, documents, parties and attorneys, and what single kinds of federal courts add to a docket.',
  rights: { fast_lookup: 'Ask by document IDs which documents the archive has.' },
  scopes: {
    fetch: {
      rates: ['30/min'],
      description: 'Requests to fetch from the court system.',
      reported: true,
      overridable: true,
    },
  },
  requires: ['case_law', 'people'],
  // Its docket sheets belong to dockets of the sample archive.
  after: ['bulk_data'],
  resources: [
    () => import('./resources/docket_entry.js'),
    () => import('./resources/archive_document.js'),
    () => import('./resources/party.js'),
    () => import('./resources/attorney.js'),
    () => import('./resources/originating_court_information.js'),
    () => import('./resources/bankruptcy_information.js'),
    () => import('./resources/federal_integrated_database.js'),
    () => import('./resources/tag.js'),
    () => import('./resources/archive_query.js'),
  ],
  extensions: [() => import('./resources/records_of_dockets.js')],
  routes: () => import('./pages/routes.js'),
  searchIndexes: [() => import('./search/dockets.js')],
  searchTypes: [() => import('./search/federal_cases.js')],
  tools: [() => import('./tools/get_docket_sheet.js')],
  bulk: [() => import('./bulk/tables.js')],
  publicNames: [() => import('./public_names.js')],
  publishes: [
    { table: 'docket_entries', parent: { table: 'dockets', key: 'docket_id' } },
    'archive_documents',
    'parties',
    'attorneys',
    'attorney_organizations',
    { table: 'party_types', key: 'docket_id' },
    { table: 'attorney_roles', key: 'docket_id' },
    { table: 'attorney_organization_links', key: 'docket_id' },
    { table: 'bankruptcy_information', key: 'docket_id' },
    'originating_court_information',
  ],
  webhooks: [() => import('./webhooks/events.js')],
  examples: ['docket-entries/?docket=2001&omit=recap_documents__plain_text'],
  commands: [() => import('./commands/dockets_import.js')],
  prepare: () => import('./prepare.js'),
})
