import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'webhooks',
  description: 'Webhooks: endpoints, signing secrets, deliveries, retries, and the delivery log.',
  rights: {
    'webhooks.view': 'View webhooks of all accounts and their deliveries.',
    'webhooks.manage': 'Enable and disable webhooks of accounts, and resend their events.',
  },
  auditSentences: {
    'webhook.enable': 'enabled the {subject} of {account}',
    'webhook.disable': 'disabled the {subject} of {account}',
    'webhook.test': 'sent a test event to the {subject} of {account}',
    'webhook.resend': 'resent a delivery of the {subject} of {account}',
  },
  settings: () => import('./settings.js'),
  resources: [
    () => import('./resources/webhook.js'),
    () => import('./resources/webhook_secret.js'),
    () => import('./resources/webhook_delivery.js'),
  ],
  routes: () => import('./pages/routes.js'),
  profileMenu: [{ section: 'API', label: 'Webhooks', path: '/profile/webhooks/' }],
  jobs: [() => import('./delivery/jobs.js')],
  admin: [() => import('./admin/lists.js')],
  health: [() => import('./admin/health.js')],
  demo: () => import('./demo.js'),
  docs: ['webhooks'],
  register(host) {
    host.movedMigrations({
      '1_webhooks': 'database/migrations/20_webhooks',
      '2_webhook_leases': 'database/migrations/23_webhook_leases',
      '3_webhook_names': 'database/migrations/25_webhook_names',
    })
  },
})
