import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'usage',
  description: 'Usage report of an account: use of its rate limits, and requests per day.',
  scopes: {
    api_usage: {
      rates: ['10/min', '120/hour'],
      description: 'Requests for the usage report.',
      reported: true,
    },
  },
  endpoints: [() => import('./endpoints/api_usage.js')],
  tools: [() => import('./tools/get_api_usage.js')],
})
