/** Fetches PDFs and attachment pages (fetch-and-upload, 1.5). */
import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { PdfRefused, storePdf } from '#plugins/federal_records/public/documents'
import { STATUS } from '../codes.js'
import type FetchPurchase from '../models/fetch_purchase.js'
import type { DocumentAddress } from '../registry_client/types.js'
import { doneMessage, FetchResults, type Work } from './work.js'
import { FetchOutcomes } from './outcome.js'
import { FetchRefused } from './refusals.js'

interface AskedDocument {
  registry_doc_id: string
  acms_document_guid: string
  is_available: boolean | null
  attachment_number: number | null
  registry_case_id: string | null
}

@inject()
export class DocumentFetcher {
  constructor(
    private database: Database,
    private outcomes: FetchOutcomes,
    private results: FetchResults
  ) {}

  async pdf(work: Work): Promise<void> {
    const { court, context, purchases, request } = work
    const asked = await this.#askedDocument(work)
    if (asked.is_available) {
      const message = 'Nothing to do: the archive already has this PDF.'
      return this.database.transaction((trx) =>
        this.outcomes.finish(trx, request.id, { status: STATUS.done, message })
      )
    }
    if (!asked.registry_doc_id)
      throw new FetchRefused(
        STATUS.invalid,
        'no_registry_doc_id',
        "The archive doesn't have the court system's ID of this document yet. Fetch the docket first, then retry."
      )
    const earlier = await purchases.earlier()
    if (earlier) return this.results.withFile(earlier, (file) => this.#store(work, file, earlier))
    const session = await work.session()
    const { path, cost } = await session.document(court, addressOf(asked), context)
    await this.results.withFile(path, async (file) =>
      this.#store(work, file, await purchases.bought(file, cost))
    )
  }

  async #store(work: Work, file: string, kept: FetchPurchase | undefined): Promise<void> {
    const { request } = work
    try {
      await storePdf(app, {
        document: request.recapDocumentId!,
        file,
        within: (trx) =>
          this.results.finish(work, trx, { status: STATUS.done, message: doneMessage(work) }, kept),
      })
    } catch (error) {
      if (!(error instanceof PdfRefused)) throw error
      throw new FetchRefused(STATUS.failed, error.reason, error.message)
    }
  }

  async attachmentPage(work: Work): Promise<void> {
    const { court, context, purchases } = work
    const asked = await this.#askedDocument(work)
    const isAcms = asked.registry_doc_id.split('-').length > 2
    if (!asked.registry_doc_id || (isAcms && !asked.registry_case_id))
      throw new FetchRefused(
        STATUS.incomplete,
        asked.registry_doc_id ? 'no_registry_case_id' : 'no_registry_doc_id',
        "The archive doesn't have the court system's ID yet. Fetch the docket first, then retry."
      )
    const earlier = await purchases.earlier()
    if (earlier)
      return this.results.merge(
        work,
        { bytes: await this.results.readKept(earlier), kept: earlier },
        asked.registry_case_id
      )
    const session = await work.session()
    const menu = await session.attachmentMenu(court, addressOf(asked), context)
    if (!menu)
      throw new FetchRefused(
        STATUS.invalid,
        'no_attachments',
        'There is no attachment page: the document has no attachments.'
      )
    const kept = await purchases.bought(menu.bytes, menu.cost)
    await this.results.merge(work, { bytes: menu.bytes, kept }, asked.registry_case_id)
  }

  async #askedDocument({ request }: Work): Promise<AskedDocument> {
    const { rows } = await this.database.rawQuery<{ rows: AskedDocument[] }>(
      `SELECT d.registry_doc_id, d.acms_document_guid, d.is_available, d.attachment_number, k.registry_case_id
       FROM archive_documents d JOIN docket_entries e ON e.id = d.docket_entry_id
       JOIN dockets k ON k.id = e.docket_id WHERE d.id = ?`,
      [request.recapDocumentId as number]
    )
    if (rows[0]) return rows[0]
    throw new FetchRefused(STATUS.failed, 'no_such_document', 'The document no longer exists.')
  }
}

function addressOf(asked: AskedDocument): DocumentAddress {
  return {
    documentId: asked.registry_doc_id,
    ...(asked.registry_case_id ? { caseId: asked.registry_case_id } : {}),
    ...(asked.acms_document_guid ? { acmsGuid: asked.acms_document_guid } : {}),
    isAttachment: asked.attachment_number !== null,
  }
}
