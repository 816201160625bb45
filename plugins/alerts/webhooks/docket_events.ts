import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'
import { ENTRIES, EXAMPLE_ENTRY } from '#plugins/federal_records/public/webhooks'
import { UNSUBSCRIBED, SUBSCRIBED } from '../docket_alerts/alert_types.js'

/** Until when the first version of an event was promised (alerts, 3.1). */
const FIRST_VERSION_ENDS = { 1: '2024-11-18T00:00:00+00:00' }

/** A docket alert, made up, for test events. */
const EXAMPLE_ALERT = {
  id: 1,
  date_created: '2026-03-02T17:04:05.000000+00:00',
  date_modified: '2026-03-02T17:04:05.000000+00:00',
  date_last_hit: null,
  secret_key: 'example',
  alert_type: SUBSCRIBED,
  docket: 1,
  note: '',
  follow_appeals: false,
}

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
