/**
 * What becomes of a prayer right after it was made: its owner hears when the
 * document cannot be had (fetch-and-upload, 3).
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ApplicationService } from '@adonisjs/core/types'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/notice_address'
import { DocumentUnavailableMail } from '../mails.js'
import { prayedDocument, type PrayedDocument } from '../prayed_document.js'
import { WAITING } from '../statuses.js'
import { courtCheck, type CourtAnswer } from './court_check.js'

/** Days for which an answer of the court system holds. */
const ANSWER_HOLDS = 7

interface CheckedPrayer {
  id: string
  user_id: string
  document_id: string
}

/**
 * Checks the document of a prayer. Its owner is notified once; a prayer that is
 * gone or granted, or a document that came while the court system was asked,
 * is left alone.
 */
export async function checkPrayer({ container }: ApplicationService, id: string): Promise<void> {
  const database = await container.make('lucid.db')
  const prayer: CheckedPrayer | null = await waiting(database, id)
  const document = prayer && (await prayedDocument(database, prayer.document_id))
  if (!document) return
  const known = await whatIsKnown(database, document)
  const check = courtCheck()
  if (known === 'ask' && !check) return
  const answer = known === 'ask' ? await check!.ask(asked(document)) : known
  const recipient = answer.purchasable ? undefined : await noticeAddress(database, prayer.user_id)
  const email = recipient && new DocumentUnavailableMail(recipient, document)
  await database.transaction(async (trx) => {
    const row = await trx.from('archive_documents').where('id', document.id).forUpdate().first()
    if (!row || row.is_available) return
    if (known === 'ask') await note(trx, document, answer as CourtAnswer)
    if (answer.purchasable) return
    const told = await trx
      .from('prayers')
      .where({ id, status: WAITING })
      .whereNull('date_unavailable_told')
      .update({ date_unavailable_told: new Date() })
    if (Number(told) && email) await mail.sendLater(email, { trx })
  })
}

function waiting(database: Pick<Database, 'from'>, id: string): Promise<CheckedPrayer | null> {
  return database.from('prayers').where({ id, status: WAITING }).first()
}

/** What can be said without asking the court system. */
async function whatIsKnown(
  database: Pick<Database, 'from'>,
  { id, registry_doc_id: number, is_sealed: sealed }: PrayedDocument
): Promise<CourtAnswer | 'ask'> {
  if (!number) return { purchasable: false }
  const record = await database.from('document_availability').where('document_id', id).first()
  if (!record) return sealed === false ? { purchasable: true } : 'ask'
  const isFresh = Date.now() - record.last_checked.getTime() < ANSWER_HOLDS * 86_400_000
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
  if (purchasable) await trx.from('document_availability').where('document_id', id).delete()
  else
    await trx.rawQuery(
      `INSERT INTO document_availability (document_id) VALUES (?)
       ON CONFLICT (document_id) DO UPDATE SET last_checked = now()`,
      [id]
    )
}

function asked({ id, court_id: court, registry_doc_id: number }: PrayedDocument) {
  return { id, court_id: court, registry_doc_id: number }
}
