/** Errors of alerts. */
import { DomainError } from '#app/support/domain_error'
import { errorKinds } from '#app/support/errors'

export const ALERT_ERRORS = errorKinds({
  alert_quota_reached: {
    status: 403,
    message: 'The account has as many alerts as it may have.',
    hint: 'Delete an alert, or use a membership with more.',
  },
})

/** An account has as many alerts as it may have. */
export class AlertQuotaReached extends DomainError {
  override name = 'AlertQuotaReached'

  constructor(readonly reason: string) {
    super(ALERT_ERRORS.alert_quota_reached, { detail: reason })
  }

  /** The reason for pages, which link what it names by a path. */
  get sentence(): string {
    return withoutPaths(this.reason)
  }
}

/** A sentence of the API for a page, which has links for what it names by a path. */
export function withoutPaths(sentence: string): string {
  return sentence.replaceAll(/ \(\/[^)]*\)/g, '')
}

export default ALERT_ERRORS
