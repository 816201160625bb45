import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { inject } from '@adonisjs/core'
import mail from '@adonisjs/mail/services/main'
import { AccountCache } from '#app/accounts/account_cache'
import { noticeAddress } from '#app/mail/addresses'
import { SUBSCRIBED, UNSUBSCRIBED } from '../docket_alerts/alert_types.js'
import { followAppealsThereAre } from '../docket_alerts/appeals.js'
import type { AlertedCase } from '../docket_alerts/cases.js'
import { SubscribedMail, UnsubscribedMail } from '../docket_alerts/mails.js'
import { isQuotaUsed, refusalOf } from '../docket_alerts/quota.js'
import { startFromHere } from '../docket_alerts/start_from_here.js'
import { AlertQuotaReached } from '../errors.js'
import DocketAlert from '../models/docket_alert.js'

/** What the link of a secret key does. */
export type SubscriptionChange = 'subscribe' | 'unsubscribe'

export const TYPES = {
  subscribe: SUBSCRIBED,
  unsubscribe: UNSUBSCRIBED,
} satisfies Record<SubscriptionChange, number>
const MAILS = { subscribe: SubscribedMail, unsubscribe: UnsubscribedMail }

/** Subscribes the owner of a secret key to its docket, or ends that, and confirms it by email. */
@inject()
export class SetSubscription {
  constructor(readonly accounts: AccountCache) {}

  /** @throws AlertQuotaReached */
  async handle(
    trx: TransactionClientContract,
    { key, action, docket }: { key: string; action: SubscriptionChange; docket: AlertedCase }
  ): Promise<void> {
    const alert = await DocketAlert.ofKey(key, { client: trx })
    if (!alert || alert.alertType === TYPES[action]) return
    const owner = await this.accounts.account(alert.userId)
    if (action === 'subscribe' && owner && (await isQuotaUsed(trx, owner)))
      throw new AlertQuotaReached(refusalOf(owner))
    await alert.merge({ alertType: TYPES[action] }).save()
    if (action === 'subscribe') {
      await startFromHere(trx, { id: String(alert.id), docket_id: String(alert.docketId) })
      if (alert.followAppeals) await followAppealsThereAre(trx, String(alert.id))
    }
    const recipient = await noticeAddress(trx, alert.userId)
    if (recipient) await mail.sendLater(new MAILS[action](recipient, docket, key), { trx })
  }
}
