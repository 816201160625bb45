import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'
import { ENTRIES, EXAMPLE_DOCUMENT, EXAMPLE_ENTRY } from './payload.js'

export default [
  defineWebhookEvent({
    code: 6,
    name: 'docket_entry.updated',
    label: 'updated docket entry',
    description: 'An entry was updated in a docket you follow.',
    versions: [1],
    shows: ENTRIES,
    example: () => ({ results: [EXAMPLE_ENTRY] }),
  }),
  defineWebhookEvent({
    code: 7,
    name: 'document.available',
    label: 'available document',
    description: 'A document became available in a docket you follow.',
    versions: [1],
    shows: { resources: ['archive-documents'] },
    example: () => ({
      results: [{ ...EXAMPLE_DOCUMENT, is_available: true, docket: 1, docket_entry: 1 }],
    }),
  }),
]
