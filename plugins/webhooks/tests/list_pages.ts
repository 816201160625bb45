import { ADDED, type PagedList } from '#tests/helpers/paged_lists'

const webhook = ADDED + 1
const log = {
  rows: {
    tables: ['webhooks', 'webhook_deliveries'],
    rows: 60,
    values: {
      'webhooks.user_id': '{account}',
      'webhooks.url': `'https://example.com/' || n`,
      'webhook_deliveries.webhook_id': String(webhook),
      'webhook_deliveries.status': '2',
      'webhook_deliveries.debug': 'true',
    },
  },
  count: 60,
  isOneWay: true,
}

export const lists: PagedList[] = [
  {
    view: 'webhooks::webhook',
    path: `/profile/webhooks/${webhook}/?kind=test`,
    heading: 'Docket alert, version 1',
    title: 'Webhook',
    ...log,
  },
  {
    view: 'webhooks::staff_webhook',
    path: `/admin/webhooks/${webhook}/?status=2`,
    heading: `Webhook ${webhook}: docket alert, version 1`,
    title: `Webhook ${webhook}`,
    ...log,
  },
]
