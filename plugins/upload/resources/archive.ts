import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { Jobs } from '#app/jobs/jobs'
import { toCourtId, documentId } from '#app/court_pages/court_system_ids'
import { type CourtKind } from '#plugins/federal_records/public/court_kinds'
import { shownResult } from '../models/upload_result.js'
import { STATUS, STATUSES, TYPES } from '../codes.js'
import { processJob } from '../jobs.js'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '../rights.js'
import { UPLOAD_FIELD } from '../upload_file.js'
import { brokenRule, type UploadedValues } from '../validation.js'

export default defineResource({
  path: 'archive',
  table: 'uploads',
  label: 'ProcessingQueue',
  description: 'Uploads of court pages and PDFs, and their status. Requires a permission.',
  access: {
    right: VIEW_RIGHT,
    rightOf: { POST: UPLOAD_RIGHT, HEAD: UPLOAD_RIGHT, OPTIONS: UPLOAD_RIGHT },
  },
  // Accounts with the permission see the whole queue.
  owned: { column: 'uploader_id', shared: () => 'TRUE', listsShared: true },
  file: UPLOAD_FIELD,
  fields: {
    id: f.id(),
    court: f.link('courts', { as: 'key', required: true, help: 'Court of the case.' }),
    docket: f.link('dockets', {
      as: 'key',
      nullable: true,
      readOnly: true,
      help: 'Docket that the upload was merged into.',
    }),
    docket_entry: f.link('docket-entries', {
      as: 'key',
      nullable: true,
      readOnly: true,
      help: 'Docket entry that the upload was merged into.',
    }),
    recap_document: f.link('archive-documents', {
      as: 'key',
      nullable: true,
      readOnly: true,
      help: 'Document that the upload was merged into.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    registry_case_id: f.text({ maxLength: 100, help: "Court system's internal case ID." }),
    registry_doc_id: f.text({
      maxLength: 64,
      help: "Court system's document ID; its fourth digit is stored as zero.",
    }),
    acms_document_guid: f.text({
      maxLength: 64,
      help: 'Document GUID in the newer appellate system (ACMS).',
    }),
    document_number: f.bigint({ nullable: true, help: 'Document number on the docket.' }),
    attachment_number: f.smallint({
      nullable: true,
      help: 'Attachment number; empty for a main document.',
    }),
    filepath_local: f.storedFile({
      required: true,
      writeOnly: true,
      maxLength: 1000,
      help: 'The uploaded file.',
    }),
    status: f.choice(STATUSES, {
      readOnly: true,
      default: STATUS.queued,
      help: 'Status of the upload.',
    }),
    upload_type: f.choice(TYPES, { required: true, help: 'Type of file.' }),
    error_message: f.text({ readOnly: true, help: 'Status message.' }),
    debug: f.boolean({
      default: false,
      help: 'Checks the file without storing it in the archive.',
    }),
    result: f.json({
      include: 'result',
      sql: shownResult,
      readOnly: true,
      nullable: true,
      help: 'Result of a check (`debug`), kept for 24 hours.',
    }),
  },
  filters: {
    court: filter.key(),
    docket: filter.key(),
    registry_case_id: { kind: 'text', lookups: ['exact', 'in'] },
    status: filter.choice('in'),
    upload_type: filter.choice('in'),
    date_created: filter.datetime(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
  writes: ['create'],
  hooks: {
    read: (body) => ({
      ...body,
      ...(typeof body.court === 'string' ? { court: toCourtId(body.court.trim()) } : {}),
    }),
    async create({ trx, values, file, isLenient }, save) {
      const uploaded = values as unknown as UploadedValues & { court_id: string }
      uploaded.document_number = numberOrNull(uploaded.document_number)
      const court: CourtKind = await trx
        .from('courts')
        .where('id', uploaded.court_id)
        .select('id', 'jurisdiction')
        .firstOrFail()
      const broken = brokenRule(uploaded, { court, head: file!.head, isLenient })
      if (broken) throw new ApiError(400, { [broken[0]]: [broken[1]] })
      uploaded.registry_doc_id = documentId(uploaded.registry_doc_id)
      const { id } = await save()
      const jobs = await app.container.make(Jobs)
      await jobs.send(trx, processJob.name, { upload: String(id) })
    },
  },
})

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}
