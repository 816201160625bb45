/** PDFs that came before their docket (fetch-and-upload, 2.3). */
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'

/** PDFs of documents, by registry ID, or by their place in the case where they came without an ID, as in zips. */
const MATCHES = `(
  SELECT u.* FROM uploads u WHERE u.court_id = k.court_id AND u.registry_doc_id = doc.registry_doc_id
    AND doc.registry_doc_id <> ''
  UNION ALL
  SELECT u.* FROM uploads u WHERE u.court_id = k.court_id AND u.registry_doc_id = ''
    AND u.registry_case_id = k.registry_case_id AND u.registry_case_id <> ''
    AND u.document_number::text = doc.document_number
    AND coalesce(u.attachment_number, 0) = coalesce(doc.attachment_number, 0))`

/**
 * Queues the newest PDF that waits for each of these documents again, with
 * what has just been merged.
 *
 * @param documents keys of documents
 * @returns how many there were
 */
export async function adoptOrphans(
  app: ApplicationService,
  trx: TransactionClientContract,
  documents: number[]
): Promise<number> {
  if (!documents.length) return 0
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `SELECT DISTINCT ON (doc.id) u.id
     FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id
     JOIN dockets k ON k.id = e.docket_id CROSS JOIN LATERAL ${MATCHES} AS u
     WHERE doc.id = ANY(?) AND NOT coalesce(doc.is_available, false)
       AND u.upload_type = ${TYPE.pdf} AND u.status = ${STATUS.failed} AND NOT u.debug
       AND u.filepath_local <> ''
       AND u.date_modified > coalesce(k.date_filed - interval '30 days', now() - interval '180 days')
     ORDER BY doc.id, u.date_modified DESC, u.id DESC`,
    [documents as unknown as string]
  )
  const jobs = await app.container.make(Jobs)
  const ids = new Set(rows.map(({ id }) => Number(id)))
  for (const id of ids) await queueAgain(jobs, trx, id)
  return ids.size
}

/**
 * Has an upload that failed worked on once more.
 *
 * @returns false for one that has not failed, or whose file is gone
 */
export async function queueAgain(
  jobs: Jobs,
  trx: TransactionClientContract,
  id: number
): Promise<boolean> {
  const upload = await Upload.query({ client: trx }).where({ id }).forUpdate().first()
  if (!upload?.filepathLocal || !FAILED.includes(upload.status)) return false
  await upload.merge({ status: STATUS.queued, retries: 0, errorMessage: '' }).save()
  await jobs.send(trx, 'upload.process', { upload: String(id) })
  return true
}

const FAILED: number[] = [STATUS.failed, STATUS.invalid, STATUS.incomplete]
