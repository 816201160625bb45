import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'usage',
  description: 'The usage report of an account: what it used of its limits, and on which days.',
  endpoints: [() => import('./endpoints/api_usage.js')],
})
