import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import ArchiveDocument from '../models/archive_document.js'
import DocumentSeal from '../models/document_seal.js'
import { sameDocuments } from '../pdf/same_documents.js'
import { audit } from './audit.js'

/** Lifts the seal of a document and of the same one in other dockets: a file of it may come again. */
export class UnsealDocument {
  /** @returns keys of the documents whose seal was lifted */
  async handle(trx: TransactionClientContract, actor: Actor, id: number): Promise<number[]> {
    const documents = await ArchiveDocument.locked(trx, await sameDocuments(trx, id))
    const seals = await DocumentSeal.query({ client: trx }).whereIn(
      'documentId',
      documents.map((document) => document.id)
    )
    if (!seals.length) return []
    const sealed = new Set(seals.map(({ documentId }) => documentId))
    for (const seal of seals) await seal.delete()
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
