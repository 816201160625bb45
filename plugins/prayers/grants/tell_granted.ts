/**
 * Tells those whose prayers for a document were granted, each in a
 * transaction that notes it: everybody is told once.
 */
import type { Database } from '@adonisjs/lucid/database'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/notice_address'
import { sendWebhook } from '#app/webhooks/send_webhook'
import { PrayerGrantedMail } from '../mails.js'
import { prayedDocument } from '../prayed_document.js'
import { GRANTED } from '../statuses.js'

interface GrantedPrayer {
  id: string
  user_id: string
  date_created: Date
  /** The event's payload. */
  shown: object
  /** How many were granted together. */
  waited: number
}

const NEXT = `SELECT id, user_id, date_created,
    json_build_object(
      'id', id, 'date_created', to_char(date_created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'),
      'status', status, 'recap_document', document_id
    ) AS shown,
    (SELECT count(*)::int FROM prayers q WHERE q.document_id = p.document_id AND q.date_granted = p.date_granted) AS waited
  FROM prayers p WHERE document_id = ? AND status = ${GRANTED} AND date_told IS NULL
  ORDER BY id LIMIT 1 FOR UPDATE`

/** @returns false when nobody is left to be told */
export function tellNextGranted(
  database: Pick<Database, 'transaction'>,
  documentId: string
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: GrantedPrayer[] }>(NEXT, [documentId])
    const [prayer] = rows
    if (!prayer) return false
    await trx.from('prayers').where('id', prayer.id).update({ date_told: new Date() })
    await sendWebhook(trx, {
      event: 'prayer.granted',
      account: prayer.user_id,
      payload: prayer.shown,
      key: `prayer ${prayer.id}`,
    })
    const recipient = await noticeAddress(trx, prayer.user_id)
    const document = recipient && (await prayedDocument(trx, documentId))
    if (recipient && document) {
      const { date_created: asked, waited } = prayer
      const grant = { document, asked, waited }
      await mail.sendLater(new PrayerGrantedMail(recipient, grant), { trx })
    }
    return true
  })
}
