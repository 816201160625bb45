import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk data files of the records of federal dockets, and of tables that dockets refer to. */
export default [
  defineBulkTable({
    stem: 'fjc-integrated-database',
    table: 'federal_integrated_database',
    names: ['plaintiff', 'defendant'],
    after: ['courts'],
    before: ['dockets'],
  }),
  defineBulkTable({
    stem: 'originating-court-information',
    table: 'originating_court_information',
    names: ['assigned_to_str', 'ordering_judge_str', 'court_reporter'],
    after: ['people-db-people'],
    before: ['dockets'],
    absent: ['date_rehearing_denied'],
  }),
  // Not part of the public data set.
  defineBulkTable({
    stem: 'bankruptcy-information',
    table: 'bankruptcy_information',
    names: ['trustee_str'],
    after: ['dockets'],
  }),
  defineBulkTable({
    stem: 'site-tags',
    table: 'site_tags',
    sampleOf: ['dockets'],
  }),
  defineBulkTable({
    stem: 'docket-tags',
    table: 'docket_tags',
    after: ['site-tags', 'dockets'],
    replace: true,
  }),
  defineBulkTable({
    stem: 'docket-entries',
    table: 'docket_entries',
    after: ['dockets'],
  }),
  defineBulkTable({
    stem: 'archive-documents',
    table: 'archive_documents',
    after: ['docket-entries'],
  }),
  // The key is the ID of the merged record.
  defineBulkTable({
    stem: 'docket-entry-redirections',
    table: 'docket_entry_redirections',
    renames: { deleted_id: 'id' },
    after: ['docket-entries'],
  }),
  defineBulkTable({
    stem: 'document-redirections',
    table: 'document_redirections',
    renames: { deleted_id: 'id' },
    after: ['archive-documents'],
  }),
  defineBulkTable({
    stem: 'docket-entry-tags',
    table: 'docket_entry_tags',
    after: ['site-tags', 'docket-entries'],
    replace: true,
  }),
  defineBulkTable({
    stem: 'archive-document-tags',
    table: 'archive_document_tags',
    after: ['site-tags', 'archive-documents'],
    replace: true,
  }),
  defineBulkTable({ stem: 'parties', table: 'parties', names: ['name'] }),
  defineBulkTable({
    stem: 'party-types',
    table: 'party_types',
    after: ['dockets', 'parties'],
  }),
  defineBulkTable({
    stem: 'criminal-counts',
    table: 'criminal_counts',
    after: ['party-types'],
  }),
  defineBulkTable({
    stem: 'criminal-complaints',
    table: 'criminal_complaints',
    after: ['party-types'],
  }),
  defineBulkTable({ stem: 'attorneys', table: 'attorneys', names: ['name'] }),
  defineBulkTable({
    stem: 'attorney-organizations',
    table: 'attorney_organizations',
    names: ['name'],
  }),
  defineBulkTable({
    stem: 'attorney-roles',
    table: 'attorney_roles',
    after: ['dockets', 'parties', 'attorneys'],
  }),
  defineBulkTable({
    stem: 'attorney-organization-links',
    table: 'attorney_organization_links',
    after: ['dockets', 'attorneys', 'attorney-organizations'],
  }),
]
