import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'demo_courts',
  description: 'Simulated federal courts for trying fetches without the court system.',
  requires: ['fetch'],
  docs: ['simulated-courts'],
  commands: [() => import('./commands/registry_simulate.js')],
})
