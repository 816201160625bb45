/** Checks whether a requested document can be purchased, and emails the owner if not. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Database } from '@adonisjs/lucid/database'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/addresses'
import type { CourtAnswer, CourtCheck } from '#plugins/fetch/public'
import { DocumentUnavailableMail } from '../mails.js'
import DocumentAvailability from '../models/document_availability.js'
import Prayer, { WAITING } from '../models/prayer.js'
import { prayedDocument, type PrayedDocument } from '../prayed_document.js'

/** Days for which a response of the court system is valid. */
const ANSWER_HOLDS = 7

/**
 * Checks the document of a prayer. The owner is notified once, and only if the
 * prayer is still pending and the document still missing after the check.
 *
 * @param check queries the court system; without it, only stored results are used
 */
export async function checkPrayer(
  database: Database,
  id: string,
  check: CourtCheck | undefined
): Promise<void> {
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

/** @returns the result from stored data; `ask` if the court system must be queried */
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

/** Stores the response of the court system. */
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
