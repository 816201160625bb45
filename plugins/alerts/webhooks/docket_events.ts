import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'
import { ENTRIES, EXAMPLE_ENTRY } from '#plugins/federal_records/public/webhooks'
import { UNSUBSCRIBED } from '../docket_alerts/alert_types.js'
import { EXAMPLE_ALERT, FIRST_VERSION_ENDS } from './examples.js'

export default [
  defineWebhookEvent({
    code: 1,
    name: 'docket_alert',
    label: 'docket alert',
    description: 'A docket you have an alert for has new entries.',
    versions: [1, 2],
    deprecated: FIRST_VERSION_ENDS,
    shows: ENTRIES,
    example: () => ({ results: [EXAMPLE_ENTRY] }),
  }),
  defineWebhookEvent({
    code: 4,
    name: 'docket_alert.report',
    label: 'old docket alerts report',
    description: 'Docket alerts of closed cases end soon, or have ended.',
    versions: [1, 2],
    deprecated: FIRST_VERSION_ENDS,
    example: () => ({
      old_alerts: [EXAMPLE_ALERT],
      disabled_alerts: [{ ...EXAMPLE_ALERT, id: 2, docket: 2, alert_type: UNSUBSCRIBED }],
    }),
  }),
]
