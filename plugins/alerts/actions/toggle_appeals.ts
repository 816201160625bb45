import { DomainError } from '#app/support/domain_error'
import { HTTP_ERRORS } from '#app/support/errors'
import type { FormWrite } from '#app/console/form_writes'
import DocketAlert from '../models/docket_alert.js'

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
