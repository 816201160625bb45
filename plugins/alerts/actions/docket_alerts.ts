import type { FormWrite } from '#app/console/form_writes'
import { SUBSCRIBED, UNSUBSCRIBED } from '../models/docket_alert.js'
import { checkQuota, isQuotaUsed, formatDocketAlertLimitMessage } from '../docket_alerts/quota.js'
import DocketAlert from '../models/docket_alert.js'
import { DomainError } from '#app/support/domain_error'
import { HTTP_ERRORS } from '#app/support/errors'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { inject } from '@adonisjs/core'
import mail from '@adonisjs/mail/services/main'
import { AccountCache } from '#app/accounts/account_cache'
import { noticeAddress } from '#app/mail/addresses'
import { followExistingAppeals } from '../docket_alerts/appeals.js'
import type { AlertedCase } from '../docket_alerts/dockets.js'
import { SubscribedMail, UnsubscribedMail } from '../docket_alerts/mails.js'
import { startFromHere } from '../docket_alerts/subscriptions.js'
import { AlertQuotaReached } from '../errors.js'

/** Follows or unfollows a docket by the API's rules. */
export class ToggleDocketAlert {
  /**
   * @returns whether the caller is following it now
   * @throws AlertQuotaReached
   * @throws ApiError if the docket doesn't exist
   */
  async handle(
    { trx, writer, caller }: FormWrite,
    docket: string,
    appeals: { follow_appeals: boolean }
  ): Promise<boolean> {
    const alerts = writer.registry.get('docket-alerts')
    const alert = await DocketAlert.ofAccount(caller.account.id, docket, { client: trx })
    const follows = !alert?.isSubscribed
    if (follows) await checkQuota(trx, caller.account)
    if (!alert) await writer.create(trx, alerts, { caller, body: { docket, ...appeals } })
    else if (follows)
      await writer.update(trx, alerts, String(alert.id), {
        caller,
        body: { alert_type: SUBSCRIBED, ...appeals },
        partial: true,
      })
    else await writer.destroy(trx, alerts, String(alert.id), { caller })
    return follows
  }
}

/** Follows or unfollows the appeals of a followed docket. */
export class ToggleAppeals {
  /**
   * @returns whether the caller is following them now
   * @throws DomainError if the caller doesn't follow the docket
   */
  async handle({ trx, writer, caller }: FormWrite, docket: string): Promise<boolean> {
    const alert = await DocketAlert.ofAccount(caller.account.id, docket, { client: trx })
    if (!alert?.isSubscribed)
      throw new DomainError(HTTP_ERRORS.bad_request, { detail: "You don't follow this docket." })
    const follows = !alert.followAppeals
    await writer.update(trx, writer.registry.get('docket-alerts'), String(alert.id), {
      caller,
      body: { follow_appeals: follows },
      partial: true,
    })
    return follows
  }
}

/** Action of a link with a secret key. */
export type SubscriptionChange = 'subscribe' | 'unsubscribe'

export const TYPES = {
  subscribe: SUBSCRIBED,
  unsubscribe: UNSUBSCRIBED,
} satisfies Record<SubscriptionChange, number>
const MAILS = { subscribe: SubscribedMail, unsubscribe: UnsubscribedMail }

/** Follows or unfollows the docket of a secret key for the alert's owner, and confirms by email. */
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
    if (action === 'subscribe' && owner && (await isQuotaUsed(owner, { client: trx })))
      throw new AlertQuotaReached(formatDocketAlertLimitMessage(owner))
    await alert.merge({ alertType: TYPES[action] }).save()
    if (action === 'subscribe') {
      await startFromHere(trx, { id: String(alert.id), docket_id: String(alert.docketId) })
      if (alert.followAppeals) await followExistingAppeals(trx, String(alert.id))
    }
    const recipient = await noticeAddress(trx, alert.userId)
    if (recipient) await mail.sendLater(new MAILS[action](recipient, docket, key), { trx })
  }
}
