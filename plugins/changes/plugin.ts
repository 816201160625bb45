import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'changes',
  description: 'Change feed: created, updated, deleted, merged, and sealed records, in order.',
  requires: ['webhooks'],
  errors: [() => import('./errors.js')],
  endpoints: [() => import('./endpoints/changes.js'), () => import('./endpoints/stream.js')],
  tools: [() => import('./tools/get_changes.js')],
  webhooks: [() => import('./webhooks/events.js')],
  consumers: [() => import('./webhooks/consumer.js')],
  docs: ['change-feed'],
})
