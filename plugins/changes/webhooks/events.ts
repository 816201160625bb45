import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'

/** The event of changed records. */
export const RECORDS_CHANGED = 'records.changed'

export default [
  defineWebhookEvent({
    name: RECORDS_CHANGED,
    label: 'changed records',
    description: 'Records of the archive were created, updated, deleted, merged, or sealed.',
    versions: [1],
    example: () => ({
      since: 'MTY0MzgvMTIzMDoxMjMwOg',
      cursor: 'MTY0MzgvMTIzNDoxMjM0Og',
      more: false,
      results: [
        {
          change: 'updated',
          resource: 'dockets',
          id: 1,
          resource_uri: 'https://curia.example/api/rest/v4/dockets/1/',
          date: '2026-03-02T17:04:05.000Z',
        },
      ],
    }),
  }),
]
