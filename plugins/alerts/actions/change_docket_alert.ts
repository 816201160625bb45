import type { FormWrite } from '#app/console/form_writes'
import { SUBSCRIBED } from '../docket_alerts/alert_types.js'
import { checkQuota } from '../docket_alerts/quota.js'
import DocketAlert from '../models/docket_alert.js'
import { DomainError } from '#app/support/domain_error'
import { HTTP_ERRORS } from '#app/support/errors'

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

/** Also follows the appeals of a followed docket, or no longer follows them. */
export class ToggleAppeals {
  /**
   * @returns whether the caller follows them now
   * @throws DomainError for a docket the caller does not follow
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
