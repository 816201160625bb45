import { definePlugin } from '#core/define_plugin'
import { REVIEW_RIGHT } from './rights.js'

export default definePlugin({
  name: 'federal_records',
  description:
    'Docket entries, documents, parties, and attorneys, and details of bankruptcies and appeals.',
  rights: {
    'fast_lookup': 'Look up documents by ID.',
    'documents.seal': 'Seal documents and review bad redactions.',
    [REVIEW_RIGHT]: 'Review text of court pages that was not read.',
    'entries.merge': 'Review possible duplicates of docket entries.',
  },
  auditSentences: {
    'document.seal': 'sealed {subject}',
    'document.unseal': 'unsealed {subject}',
    'document.dismiss_bad_redaction': 'dismissed the bad redactions of {subject}',
    'unread_text.dismiss': 'dismissed unread text of {subject}',
    'entry.merge': 'merged a duplicate into {subject}',
    'entry.dismiss_duplicate': 'dismissed a possible duplicate of {subject}',
  },
  requires: ['case_law', 'people'],
  settings: () => import('./settings.js'),
  resources: [
    () => import('./resources/docket_entry.js'),
    () => import('./resources/archive_document.js'),
    () => import('./resources/party.js'),
    () => import('./resources/attorney.js'),
    () => import('./resources/docket_details.js'),
    () => import('./resources/federal_integrated_database.js'),
    () => import('./resources/tag.js'),
    () => import('./resources/archive_query.js'),
  ],
  extensions: [() => import('./resources/records_of_dockets.js')],
  admin: [
    () => import('./admin/documents.js'),
    () => import('./admin/unread_text.js'),
    () => import('./admin/possible_duplicates.js'),
  ],
  health: [() => import('./admin/health.js'), () => import('./admin/court_pages_health.js')],
  jobs: [() => import('./pdf/jobs.js'), () => import('./unread_text/jobs.js')],
  consumers: [() => import('./unread_text/deleted_dockets_consumer.js')],
  docs: ['court-pages', 'document-files', 'merged-pages'],
  routes: () => import('./pages/routes.js'),
  searchIndexes: [() => import('./search/dockets.js')],
  searchTypes: [() => import('./search/federal_cases.js')],
  tools: [() => import('./tools/get_docket_sheet.js')],
  bulk: [() => import('./bulk/tables.js')],
  publicNames: [() => import('./public_names.js')],
  publishes: [
    { table: 'docket_entries', parent: { table: 'dockets', key: 'docket_id' } },
    'archive_documents',
    'docket_entry_redirections',
    'document_redirections',
    'parties',
    'attorneys',
    'attorney_organizations',
    { table: 'party_types', key: 'docket_id' },
    { table: 'attorney_roles', key: 'docket_id' },
    { table: 'attorney_organization_links', key: 'docket_id' },
    { table: 'bankruptcy_information', key: 'docket_id' },
    'originating_court_information',
    'federal_integrated_database',
    { table: 'criminal_counts', key: 'party_type_id' },
    { table: 'criminal_complaints', key: 'party_type_id' },
    'site_tags',
    { table: 'docket_tags', key: 'docket_id' },
    { table: 'docket_entry_tags', key: 'docket_entry_id' },
    { table: 'archive_document_tags', key: 'archive_document_id' },
  ],
  webhooks: [() => import('./webhooks/events.js')],
  commands: [
    () => import('./commands/dockets_import.js'),
    () => import('./commands/documents_store.js'),
  ],
  prepare: () => import('./prepare.js'),
  register(host) {
    // Its docket sheets belong to dockets of the sample archive.
    host.loadAfter('bulk_data')
    host.holding({ label: 'Documents', resource: 'archive-documents', path: '/search/?type=rd&q=' })
    host.example('docket-entries/?docket=2001&omit=recap_documents__plain_text')
    host.toolDocuments(() => import('./tools/archive_document.js'))
    host.toolResources(() => import('./tools/resources.js'))
    host.prompts(() => import('./tools/summarize_docket.js'))
  },
})
