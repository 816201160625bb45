/**
 * Notifies the accounts whose prayers for a document were granted. The
 * transaction that sends a notification also records it, so that each account
 * is notified once.
 */
import type { Database } from '@adonisjs/lucid/database'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/addresses'
import { sendWebhook } from '#plugins/webhooks/public'
import Prayer, { GRANTED } from '../models/prayer.js'
import { PrayerGrantedMail } from '../mails.js'
import { prayedDocument } from '../prayed_document.js'

interface GrantedPrayer {
  id: string
  user_id: string
  date_created: Date
  /** The event's payload. */
  shown: object
  /** Number of prayers granted together. */
  waited: number
}

const NEXT = `SELECT id, user_id, date_created,
    json_build_object(
      'id', id, 'date_created', to_char(date_created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'),
      'status', status, 'recap_document', document_id
    ) AS shown,
    (SELECT count(*)::int FROM prayers q WHERE q.document_id = p.document_id AND q.date_granted = p.date_granted) AS waited
  FROM prayers p WHERE document_id = ? AND status = ${GRANTED} AND date_told IS NULL
  ORDER BY id LIMIT 1`

/**
 * Notifies the next owner. The email is composed before the transaction, which
 * does nothing if another process has already notified the owner.
 *
 * @returns false if all accounts have been notified
 */
export async function notifyNextGranted(
  database: Pick<Database, 'from' | 'rawQuery' | 'transaction'>,
  documentId: string
): Promise<boolean> {
  const { rows } = await database.rawQuery<{ rows: GrantedPrayer[] }>(NEXT, [documentId])
  const [prayer] = rows
  if (!prayer) return false
  const recipient = await noticeAddress(database, prayer.user_id)
  const document = recipient && (await prayedDocument(database, documentId))
  const { date_created: asked, waited } = prayer
  const email = document && new PrayerGrantedMail(recipient, { document, asked, waited })
  await database.transaction(async (trx) => {
    const untold = await Prayer.query({ client: trx })
      .where({ id: prayer.id, status: GRANTED })
      .whereNull('dateTold')
      .forUpdate()
      .first()
    if (!untold) return
    await untold.merge({ dateTold: new Date() }).save()
    await sendWebhook(trx, {
      event: 'prayer.granted',
      account: prayer.user_id,
      payload: prayer.shown,
      key: `prayer ${prayer.id}`,
    })
    if (email) await mail.sendLater(email, { trx })
  })
  return true
}
