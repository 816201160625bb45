import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import mail from '@adonisjs/mail/services/main'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { Reader } from '#app/database/reader'
import { noticeAddress } from '#app/mail/addresses'
import type { AppealAlert } from './appeals.js'
import { findAlertedCase } from './dockets.js'
import { AppealMail } from './mails.js'

@inject()
export class AppealEmails {
  readonly #records: Records

  constructor(
    private database: Database,
    registry: ResourceRegistry,
    reader: Reader
  ) {
    this.#records = new Records(registry, reader)
  }

  /** Emails the owner of an alert once about the appeal that it follows. */
  async send(id: string): Promise<void> {
    const alert: AppealAlert | null = await this.database
      .from('docket_alerts')
      .select('id', 'user_id', 'docket_id', 'secret_key', 'note')
      .where({ id })
      .first()
    if (!alert) return
    const recipient = await noticeAddress(this.database, alert.user_id)
    const docket = recipient && (await findAlertedCase(this.#records, String(alert.docket_id)))
    const { secret_key: key, note } = alert
    const email = docket && new AppealMail(recipient, docket, { key, note })
    await this.database.transaction(async (trx) => {
      const noted = await trx.from('appeal_emails').where({ alert_id: id }).delete()
      if (Number(noted) && email) await mail.sendLater(email, { trx })
    })
  }
}
