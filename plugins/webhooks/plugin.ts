import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'webhooks',
  description: 'Webhooks over the API: endpoints, their secrets, and what was delivered.',
  resources: [
    () => import('./resources/webhook.js'),
    () => import('./resources/webhook_secret.js'),
    () => import('./resources/webhook_delivery.js'),
  ],
  demo: () => import('./demo.js'),
  docs: ['webhooks'],
})
