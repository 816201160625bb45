import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import { Records } from '#api/records'
import { noticeAddress } from '#app/mail/notice_address'
import type { AppealAlert } from './appeals.js'
import { caseOf } from './cases.js'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'
import { AppealMail } from './mails.js'

/** Tells owners of alerts by mail that they follow an appeal from now on. */
export async function tellOfAppeals(
  trx: TransactionClientContract,
  alerts: AppealAlert[]
): Promise<void> {
  if (!alerts.length) return
  const { resources } = await app.container.make(PluginHost)
  const records = new Records(resources, await app.container.make(Reader))
  for (const { user_id: account, docket_id: id, secret_key: key, note } of alerts) {
    const recipient = await noticeAddress(trx, account)
    const docket = recipient && (await caseOf(records, String(id)))
    if (recipient && docket)
      await mail.sendLater(new AppealMail(recipient, docket, { key, note }), { trx })
  }
}
