import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AccountRecord } from '#app/accounts/account_cache'
import SearchAlert from '../models/search_alert.js'
import { checkQuota } from '../search_alerts/quota.js'
import { OFF } from '../search_alerts/codes.js'

/** Enables the search alert of a secret key. */
export class EnableSearchAlert {
  /** @throws AlertQuotaReached */
  async handle(
    trx: TransactionClientContract,
    owner: AccountRecord,
    { key, rate }: { key: string; rate: string }
  ): Promise<void> {
    const [alert] = await SearchAlert.ofKeys([key], { client: trx })
    if (!alert) return
    const before = { id: String(alert.id), rate: alert.rate, alert_type: alert.alertType }
    await checkQuota(trx, owner, { ...before, rate }, before)
    await alert.merge({ rate }).save()
  }
}

/** Disables search alerts without changing their modification date. */
export class DisableSearchAlerts {
  async handle(alerts: readonly SearchAlert[]): Promise<void> {
    await SearchAlert.query()
      .whereIn(
        'id',
        alerts.map(({ id }) => id)
      )
      .whereNot('rate', OFF)
      .update({ rate: OFF, dateModified: new Date() })
  }
}
