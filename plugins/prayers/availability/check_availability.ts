/**
 * What becomes of a prayer right after it was made: its owner hears when the
 * document cannot be had (fetch-and-upload, 3).
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ApplicationService } from '@adonisjs/core/types'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/addresses'
import type { CourtAnswer, CourtCheck } from '#plugins/fetch/public'
import { DocumentUnavailableMail } from '../mails.js'
import DocumentAvailability from '../models/document_availability.js'
import Prayer from '../models/prayer.js'
import { prayedDocument, type PrayedDocument } from '../prayed_document.js'
import { WAITING } from '../statuses.js'

/** Days for which an answer of the court system holds. */
const ANSWER_HOLDS = 7

/**
 * Checks the document of a prayer. Its owner is notified once; a prayer that is
 * gone or granted, or a document that came while the court system was asked,
 * is left alone.
 *
 * @param check asks the court system; without it the prayer waits where it would have to be asked
 */
export async function checkPrayer(
  { container }: ApplicationService,
  id: string,
  check: CourtCheck | undefined
): Promise<void> {
  const database = await container.make('lucid.db')
  const prayer = await Prayer.waiting(id)
  const document = prayer && (await prayedDocument(database, String(prayer.documentId)))
  if (!document) return
  const known = await whatIsKnown(document)
  if (known === 'ask' && !check) return
  const answer = known === 'ask' ? await check!.ask(asked(document)) : known
  const recipient = answer.purchasable
    ? undefined
    : await noticeAddress(database, String(prayer.userId))
  const email = recipient && new DocumentUnavailableMail(recipient, document)
  await database.transaction(async (trx) => {
    const row = await trx.from('archive_documents').where('id', document.id).forUpdate().first()
    if (!row || row.is_available) return
    if (known === 'ask') await note(trx, document, answer as CourtAnswer)
    if (answer.purchasable) return
    const untold = await Prayer.query({ client: trx })
      .where({ id, status: WAITING })
      .whereNull('dateUnavailableTold')
      .forUpdate()
      .first()
    if (!untold) return
    await untold.merge({ dateUnavailableTold: new Date() }).save()
    if (email) await mail.sendLater(email, { trx })
  })
}

/** What can be said without asking the court system. */
async function whatIsKnown({
  id,
  registry_doc_id: number,
  is_sealed: sealed,
}: PrayedDocument): Promise<CourtAnswer | 'ask'> {
  if (!number) return { purchasable: false }
  const record = await DocumentAvailability.find(id)
  if (!record) return sealed === false ? { purchasable: true } : 'ask'
  const isFresh = Date.now() - record.lastChecked.getTime() < ANSWER_HOLDS * 86_400_000
  return sealed && isFresh ? { purchasable: false } : 'ask'
}

/** Writes down what the court system said. */
async function note(
  trx: TransactionClientContract,
  { id }: PrayedDocument,
  { purchasable, pages }: CourtAnswer
): Promise<void> {
  await trx
    .from('archive_documents')
    .where('id', id)
    .update({
      is_sealed: !purchasable,
      date_modified: new Date(),
      ...(purchasable && pages ? { page_count: pages } : {}),
    })
  if (purchasable)
    await DocumentAvailability.query({ client: trx }).where('documentId', id).delete()
  else
    await DocumentAvailability.updateOrCreate(
      { documentId: Number(id) },
      { lastChecked: new Date() },
      { client: trx }
    )
}

function asked({ id, court_id: court, registry_doc_id: number }: PrayedDocument) {
  return { id, court_id: court, registry_doc_id: number }
}
