import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'

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

/** Hits of a search alert (alerts 3.1). */
export default defineWebhookEvent({
  code: 2,
  name: SEARCH_EVENT,
  label: 'search alert',
  description: 'Something new matches the query of one of your alerts.',
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
