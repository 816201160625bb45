import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'
import { GRANTED } from '../models/prayer.js'

export default defineWebhookEvent({
  code: 5,
  name: 'prayer.granted',
  label: 'granted prayer',
  description: 'A document you requested was added to the archive.',
  versions: [1, 2],
  deprecated: { 1: '2024-11-18T00:00:00+00:00' },
  example: () => ({
    id: 1,
    date_created: '2026-03-02T17:04:05.000000+00:00',
    status: GRANTED,
    recap_document: 1,
  }),
})
