import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import DocumentText from '../models/document_text.js'
import { audit } from './audit.js'

/** Takes the mark of a bad redaction from a document: staff found nothing that had to be hidden. */
export class DismissBadRedaction {
  /** @returns whether it was marked */
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
