import { ApiError } from '#app/support/api_error'
import { defineResource, type GuardedRequest } from '#api/define_resource'
import { f } from '#api/fields'
import { toCourtId, documentId } from '#app/court_pages/court_system_ids'
import documents from './archive_document.js'

/**
 * Fast lookup of the documents in the archive (specification, Fast document lookup).
 */
export default defineResource({
  path: 'archive-query',
  table: 'archive_documents',
  label: 'ArchiveDocument',
  description:
    'Fast lookup of up to 300 documents by court and document IDs. Requires a permission.',
  visible: 'is_available',
  access: { right: 'fast_lookup' },
  guard: named,
  rewrite: asArchived,
  fields: {
    registry_doc_id: documents.fields.registry_doc_id!,
    filepath_local: documents.fields.filepath_local!,
    acms_document_guid: documents.fields.acms_document_guid!,
    id: f.id(),
  },
  filtersOf: documents.path,
  ordering: [],
  pageSize: 300,
})

const WANTED = ['registry_doc_id', 'registry_doc_id__in']

/** A list requires document IDs; a record has its ID in the path. */
function named({ ctx, filters }: GuardedRequest): void {
  const isNamed = WANTED.some((name) => filters.get(name)?.at(-1)?.trim())
  if (!isNamed && ctx.params.id === undefined) {
    throw ApiError.detail(
      400,
      'Specify the documents: registry_doc_id, or registry_doc_id__in with up to 300 IDs.'
    )
  }
}

/** Converts the court system's IDs. */
function asArchived(parameter: string, value: string): string {
  if (WANTED.includes(parameter)) return value.split(',').map(documentId).join(',')
  return parameter.startsWith('docket_entry__docket__court') ? toCourtId(value) : value
}
