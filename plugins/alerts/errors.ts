/** Errors of alerts. */
import { errorKinds } from '#app/support/error_kind'

export const ALERT_ERRORS = errorKinds({
  alert_quota_reached: {
    status: 403,
    message: 'The account has as many alerts as it may have.',
    hint: 'Delete an alert, or use a membership with more.',
  },
})

export default ALERT_ERRORS
