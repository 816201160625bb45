import { DomainError } from '#app/support/domain_error'
import { errorKinds } from '#app/support/errors'

export const ALERT_ERRORS = errorKinds({
  alert_quota_reached: {
    status: 403,
    message: "You've reached your alert limit.",
    hint: 'Delete an alert, or upgrade your membership.',
  },
})

/** An account has reached its alert limit. */
export class AlertQuotaReached extends DomainError {
  override name = 'AlertQuotaReached'

  constructor(readonly reason: string) {
    super(ALERT_ERRORS.alert_quota_reached, { detail: reason })
  }

  /** The message without API paths, for pages. */
  get sentence(): string {
    return removePagePaths(this.reason)
  }
}

/** Removes paths from an API message, because pages have links. */
export function removePagePaths(sentence: string): string {
  return sentence.replaceAll(/ \(\/[^)]*\)/g, '')
}

export default ALERT_ERRORS
