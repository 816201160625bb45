import { SUBSCRIBED } from '../docket_alerts/alert_types.js'

/** Until when the first version of an event was promised (alerts, 3.1). */
export const FIRST_VERSION_ENDS = { 1: '2024-11-18T00:00:00+00:00' }

/** A docket alert, made up, for test events. */
export const EXAMPLE_ALERT = {
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
