import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'
import { ENTRIES, EXAMPLE_ENTRY } from '#plugins/federal_records/public/webhooks'
import { UNSUBSCRIBED, SUBSCRIBED } from '../models/docket_alert.js'

export const SEARCH_EVENT = 'search_alert'

const RESULT = {
  absolute_url: '/opinion/1/alder-v-birch/',
  caseName: 'Alder v. Birch',
  cluster_id: 1,
  court_id: 'scotus',
  dateFiled: '2026-03-02',
  docketNumber: '25-101',
  meta: { date_created: '2026-03-02T17:04:05.000000Z', timestamp: '2026-03-02T17:04:05.000000Z' },
}
const SNIPPET = 'An allergy to <strong>peanut</strong> …'
const OPINION = { id: 1, snippet: SNIPPET, type: 'lead-opinion' }

const searchAlert = defineWebhookEvent({
  code: 2,
  name: SEARCH_EVENT,
  label: 'search alert',
  description: 'One of your search alerts has new hits.',
  versions: [1, 2],
  deprecated: { 1: '2024-11-18T00:00:00+00:00' },
  shows: { searchResults: true },
  example: (version) => ({
    results: [version === 1 ? { ...RESULT, ...OPINION } : { ...RESULT, opinions: [OPINION] }],
    alert: {
      id: 1,
      name: 'Peanut cases',
      rate: 'dly',
      user: 1,
      query: 'q=peanut&type=o',
      alert_type: 'o',
      secret_key: 'x'.repeat(40),
      date_created: '2026-03-01T09:00:00.000000+00:00',
      date_modified: '2026-03-01T09:00:00.000000+00:00',
      date_last_hit: null,
    },
  }),
})

/** Deprecation date of the first version. */
const FIRST_VERSION_ENDS = { 1: '2024-11-18T00:00:00+00:00' }

/** A sample docket alert for test events. */
const EXAMPLE_ALERT = {
  id: 1,
  date_created: '2026-03-02T17:04:05.000000+00:00',
  date_modified: '2026-03-02T17:04:05.000000+00:00',
  date_last_hit: null,
  secret_key: 'example',
  alert_type: SUBSCRIBED,
  docket: 1,
}

export default [
  searchAlert,
  defineWebhookEvent({
    code: 1,
    name: 'docket_alert',
    label: 'docket alert',
    description: 'A docket you follow has new entries.',
    versions: [1, 2],
    deprecated: FIRST_VERSION_ENDS,
    shows: ENTRIES,
    example: () => ({ results: [EXAMPLE_ENTRY] }),
  }),
  defineWebhookEvent({
    code: 4,
    name: 'docket_alert.report',
    label: 'old docket alerts report',
    description: 'Docket alerts on closed cases will expire soon or have expired.',
    versions: [1, 2],
    deprecated: FIRST_VERSION_ENDS,
    example: () => ({
      old_alerts: [EXAMPLE_ALERT],
      disabled_alerts: [{ ...EXAMPLE_ALERT, id: 2, docket: 2, alert_type: UNSUBSCRIBED }],
    }),
  }),
]
