import type { FormWrite } from '#app/console/form_writes'
import { SUBSCRIBED } from '../docket_alerts/alert_types.js'
import { checkQuota } from '../docket_alerts/quota.js'
import DocketAlert from '../models/docket_alert.js'

/** Follows a docket, or no longer follows it, by the rules of the API. */
export class ToggleDocketAlert {
  /**
   * @returns whether the caller follows it now
   * @throws AlertQuotaReached
   * @throws ApiError for a docket that does not exist
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
