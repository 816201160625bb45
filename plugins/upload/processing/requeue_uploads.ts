/** Requeues failed uploads (fetch-and-upload, 2.3). */
import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import { Jobs } from '#app/jobs/jobs'
import AuditEntry from '#app/models/audit_entry'
import { STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'

/** Uploads of documents, by registry ID or, without an ID (as in ZIP files), by number. */
const MATCHES = `(
  SELECT u.* FROM uploads u WHERE u.court_id = k.court_id AND u.registry_doc_id = doc.registry_doc_id
    AND doc.registry_doc_id <> ''
  UNION ALL
  SELECT u.* FROM uploads u WHERE u.court_id = k.court_id AND u.registry_doc_id = ''
    AND u.registry_case_id = k.registry_case_id AND u.registry_case_id <> ''
    AND u.document_number::text = doc.document_number
    AND coalesce(u.attachment_number, 0) = coalesce(doc.attachment_number, 0))`

@inject()
export class UploadRequeuer {
  constructor(private jobs: Jobs) {}

  /**
   * Requeues the latest PDF that was uploaded before each of these documents was added.
   *
   * @param documents IDs of documents
   * @returns the number of requeued uploads
   */
  async adoptOrphans(trx: TransactionClientContract, documents: number[]): Promise<number> {
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
    const ids = new Set(rows.map(({ id }) => Number(id)))
    for (const id of ids) await this.#requeue(trx, id)
    return ids.size
  }

  /**
   * Requeues a failed upload on behalf of staff.
   *
   * @returns false if the upload hasn't failed or its file was deleted
   */
  async retry(trx: TransactionClientContract, actor: Actor, id: number): Promise<boolean> {
    if (!(await this.#requeue(trx, id))) return false
    await AuditEntry.record(trx, actor, { action: 'upload.retry', subject: `upload ${id}` })
    return true
  }

  async #requeue(trx: TransactionClientContract, id: number): Promise<boolean> {
    const upload = await Upload.query({ client: trx }).where({ id }).forUpdate().first()
    if (!upload?.filepathLocal || !FAILED.includes(upload.status)) return false
    await upload.merge({ status: STATUS.queued, retries: 0, errorMessage: '' }).save()
    await this.jobs.send(trx, 'upload.process', { upload: String(id) })
    return true
  }
}

const FAILED: number[] = [STATUS.failed, STATUS.invalid, STATUS.incomplete]
