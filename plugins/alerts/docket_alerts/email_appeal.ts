/**
 * Composes and queues the email about an appeal that an alert follows.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import mail from '@adonisjs/mail/services/main'
import { Records } from '#api/records'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'
import { noticeAddress } from '#app/mail/addresses'
import type { AppealAlert } from './appeals.js'
import { caseOf } from './dockets.js'
import { AppealMail } from './mails.js'

/** Tells the owner of an alert, once. */
export async function tellOfAppeal({ container }: ApplicationService, id: string): Promise<void> {
  const database = await container.make('lucid.db')
  const alert: AppealAlert | null = await database
    .from('docket_alerts')
    .select('id', 'user_id', 'docket_id', 'secret_key', 'note')
    .where({ id })
    .first()
  if (!alert) return
  const { resources } = await container.make(PluginHost)
  const records = new Records(resources, await container.make(Reader))
  const recipient = await noticeAddress(database, alert.user_id)
  const docket = recipient && (await caseOf(records, String(alert.docket_id)))
  const { secret_key: key, note } = alert
  const email = docket && new AppealMail(recipient, docket, { key, note })
  await database.transaction(async (trx) => {
    const noted = await trx.from('appeal_emails').where({ alert_id: id }).delete()
    if (Number(noted) && email) await mail.sendLater(email, { trx })
  })
}
