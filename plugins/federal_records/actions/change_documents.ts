import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import type { Jobs } from '#app/jobs/jobs'
import ArchiveDocument from '../models/archive_document.js'
import DocumentSeal from '../models/document_seal.js'
import DocumentText from '../models/document_text.js'
import RecognizedPage from '../models/recognized_page.js'
import UnreadPage from '../models/unread_page.js'
import { thumbnailPath } from '../pdf/paths.js'
import { QUEUES, THUMBNAIL } from '../pdf/codes.js'
import { sameDocuments } from '../pdf/same_documents.js'
import AuditEntry from '#app/models/audit_entry'

/**
 * Seals a document and its copies in other dockets (fetch-and-upload, 3): deletes their files,
 * thumbnails, and texts, including those in search and stored tool results, and the court pages
 * kept for their dockets, and rejects new files until they are unsealed.
 */
export class SealDocument {
  constructor(readonly jobs: Pick<Jobs, 'send'>) {}

  /** @returns IDs of the sealed documents; empty if the document is unknown or already sealed */
  async handle(trx: TransactionClientContract, actor: Actor, id: number): Promise<number[]> {
    const documents = await ArchiveDocument.locked(trx, await sameDocuments(trx, id))
    const own = documents.find((document) => document.id === id)
    if (!own || (await DocumentSeal.find(id, { client: trx }))) return []
    const before = {
      documents: documents.map((document) => document.id),
      sha1: own.sha1,
      filepath_local: own.filepathLocal,
      filepath_ia: own.filepathIa,
    }
    // Includes a thumbnail that no document refers to yet.
    const paths = documents.flatMap(({ filepathLocal: file, thumbnail }) => [
      file,
      thumbnail,
      file && thumbnailPath(file),
    ])
    const unread = await UnreadPage.releaseOfDockets(trx, await docketsOf(trx, documents))
    const held = [...new Set([...paths, ...unread])].filter((path): path is string => Boolean(path))
    for (const document of documents) await seal(trx, document)
    for (const path of held) await RecognizedPage.forget({ path }, trx)
    if (held.length) await this.jobs.send(trx, QUEUES.remove, { paths: held })
    await audit(trx, actor, { action: 'document.seal', document: id, before })
    return before.documents
  }
}

async function docketsOf(
  trx: TransactionClientContract,
  documents: ArchiveDocument[]
): Promise<number[]> {
  const rows = await trx
    .from('docket_entries')
    .join('archive_documents', 'docket_entry_id', 'docket_entries.id')
    .whereIn(
      'archive_documents.id',
      documents.map(({ id }) => id)
    )
    .distinct('docket_id')
  return rows.map(({ docket_id: id }) => Number(id))
}

async function seal(trx: TransactionClientContract, document: ArchiveDocument): Promise<void> {
  await document
    .merge({
      isSealed: true,
      isAvailable: false,
      sha1: '',
      pageCount: null,
      fileSize: null,
      filepathLocal: '',
      filepathIa: '',
      plainText: '',
      ocrStatus: null,
      thumbnail: null,
      thumbnailStatus: THUMBNAIL.needed,
    })
    .save()
  await DocumentText.query({ client: trx }).where('documentId', document.id).delete()
  await DocumentSeal.updateOrCreate({ documentId: document.id }, {}, { client: trx })
}

interface DocumentAction {
  action: 'document.seal' | 'document.unseal' | 'document.dismiss_bad_redaction'
  document: number
  before: object
}

/** Adds an action by staff to the audit log. */
async function audit(
  trx: TransactionClientContract,
  actor: Actor,
  { action, document, before }: DocumentAction
): Promise<void> {
  await AuditEntry.record(trx, actor, { action, subject: `document ${document}`, before })
}

/** Removes the bad-redaction flag after staff found nothing to hide. */
export class DismissBadRedaction {
  /** @returns whether the document was flagged */
  async handle(trx: TransactionClientContract, actor: Actor, id: number): Promise<boolean> {
    const text = await DocumentText.query({ client: trx })
      .where('documentId', id)
      .forUpdate()
      .first()
    if (!text?.badRedactionPages.length) return false
    const before = { pages: text.badRedactionPages }
    await text.merge({ badRedactionPages: [] }).save()
    await audit(trx, actor, { action: 'document.dismiss_bad_redaction', document: id, before })
    return true
  }
}

/** Unseals a document and its copies in other dockets, so that files are accepted again. */
export class UnsealDocument {
  /** @returns IDs of the unsealed documents */
  async handle(trx: TransactionClientContract, actor: Actor, id: number): Promise<number[]> {
    const documents = await ArchiveDocument.locked(trx, await sameDocuments(trx, id))
    const seals = await DocumentSeal.query({ client: trx }).whereIn(
      'documentId',
      documents.map((document) => document.id)
    )
    if (!seals.length) return []
    const sealed = new Set(seals.map(({ documentId }) => documentId))
    for (const one of seals) await one.delete()
    for (const document of documents)
      if (sealed.has(document.id)) await document.merge({ isSealed: null }).save()
    await audit(trx, actor, {
      action: 'document.unseal',
      document: id,
      before: { documents: [...sealed] },
    })
    return [...sealed]
  }
}
