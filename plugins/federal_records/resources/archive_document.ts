import { segmentSql } from '#api/columns'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { sampleFields } from '#api/sample_records'
import { DOCUMENT_TYPES, OCR_STATUSES, THUMBNAIL_STATUSES } from './codes.js'

export default defineResource({
  path: 'archive-documents',
  table: 'archive_documents',
  label: 'ArchiveDocument',
  description:
    'Documents of docket entries (main documents and attachments), with their text if available.',
  seals: 'is_sealed',
  merges: { table: 'document_redirections', from: 'id', into: 'kept_id' },
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    tags: f.links(
      'tag',
      { table: 'archive_document_tags', from: 'archive_document_id', to: 'tag_id' },
      { required: true, help: 'Tags of the document.' }
    ),
    absolute_url: f.path(pagePath),
    date_created: f.created(),
    date_modified: f.modified(),
    sha1: f.text({ maxLength: 40, help: 'SHA-1 of the file.' }),
    page_count: f.integer({ nullable: true, help: 'Number of pages, if known.' }),
    file_size: f.integer({ nullable: true, help: 'File size in bytes, if known.' }),
    filepath_local: f.storedFile({
      servedIf: unsealed,
      maxLength: 1000,
      help: 'Storage path of the file.',
    }),
    filepath_ia: f.text({ maxLength: 1000, help: 'URL of the file in the external archive.' }),
    ia_upload_failure_count: f.smallint({
      nullable: true,
      help: 'Number of failed uploads to the external archive.',
    }),
    thumbnail: f.storedFile({
      servedIf: unsealed,
      nullable: true,
      maxLength: 100,
      help: 'Storage path of the preview image.',
    }),
    thumbnail_status: f.choice(THUMBNAIL_STATUSES, {
      default: 0,
      help: 'State of the preview image.',
    }),
    plain_text: f.text({
      servedIf: unsealed,
      help: 'Extracted text; empty if the document is sealed.',
    }),
    ocr_status: f.choice(OCR_STATUSES, {
      nullable: true,
      help: 'Status of OCR.',
    }),
    date_upload: f.datetime({ nullable: true, help: 'Date the file was added.' }),
    document_number: f.text({ maxLength: 32, help: 'Document number on the docket.' }),
    attachment_number: f.smallint({
      nullable: true,
      help: 'Attachment number; empty for a main document.',
    }),
    registry_doc_id: f.text({
      maxLength: 64,
      help: "Court system's document ID, with the fourth digit set to zero.",
    }),
    is_available: f.boolean({
      nullable: true,
      default: false,
      help: 'Whether the archive has the file.',
    }),
    is_free_on_registry: f.boolean({
      nullable: true,
      help: 'Whether the document is free in the court system.',
    }),
    is_sealed: f.boolean({ nullable: true, help: 'Whether the document is sealed.' }),
    document_type: f.choice(DOCUMENT_TYPES, {
      required: true,
      help: 'Main document or attachment.',
    }),
    description: f.text({ help: 'Short description of the document.' }),
    acms_document_guid: f.text({
      maxLength: 64,
      help: 'Document GUID in the newer appellate system (ACMS).',
    }),
    ...sampleFields('archive_documents'),
  },
  filters: {
    id: filter.number(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    date_upload: filter.datetime(),
    document_type: filter.choice(),
    document_number: filter.text('gte', 'gt', 'lte', 'lt'),
    registry_doc_id: filter.text('in'),
    is_available: filter.boolean(),
    sha1: filter.text(),
    ocr_status: filter.choice('gte', 'gt', 'lte', 'lt', 'range'),
    is_free_on_registry: filter.boolean(),
    docket_entry: filter.related('docket-entries'),
    tags: filter.related(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_upload'],
  cursor: ['id', 'date_created', 'date_modified'],
})

/** Whether the API returns the text and files of a document. */
export function unsealed(document: string): string {
  return `${document}.is_sealed IS NOT TRUE`
}

/**
 * `/docket/<docket>/<document>[/<attachment>]/<slug>/`; empty for a document without a number. An
 * empty slug is a hyphen, so that an attachment number isn't mistaken for a slug.
 */
export function pagePath(document: string): string {
  const parts = [
    `'/docket/' || d.id`,
    segmentSql(`${document}.document_number`),
    `${document}.attachment_number`,
    `coalesce(nullif(${segmentSql('d.slug')}, ''), '-')`,
  ]
  return `CASE WHEN ${document}.document_number = '' THEN ''
    ELSE (SELECT concat_ws('/', ${parts.join(', ')}) || '/'
          FROM docket_entries e JOIN dockets d ON d.id = e.docket_id WHERE e.id = ${document}.docket_entry_id) END`
}
