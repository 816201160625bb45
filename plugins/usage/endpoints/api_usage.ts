import { defineEndpoint } from '#api/define_endpoint'
import { requireAccount } from '#api/rights'
import { ScopeRegistry } from '#app/throttle/scope_registry'
import { loadPlugins } from '#core/plugin_loader'
import { reportedScopes, usageReport } from '#app/accounts/usage_report'
import { PERIODS } from '#app/throttle/rate'
import { Throttle } from '#app/throttle/throttle'
import { cacheControl } from '#app/support/caching'

/** `GET /api-usage/` (specification, Usage). */
export default defineEndpoint({
  path: 'api-usage',
  label: 'API Usage',
  description: 'What your account used of its limits, and its requests of the last 15 days.',
  access: { account: true, scopes: ['api_usage'], counted: false },
  methods: {
    GET: async ({ ctx }, app) => ({
      body: await usageReport(await app.container.make(Throttle), requireAccount(ctx).account),
      // What is true now is not true in a minute.
      headers: { 'cache-control': cacheControl('own') },
    }),
  },
  answer: {
    type: 'object',
    required: ['current_usage', 'historical_usage', 'membership'],
    properties: {
      current_usage: {
        type: 'array',
        description: 'A row for each rate of each scope, fullest first.',
        items: {
          type: 'object',
          properties: {
            scope: { type: 'string', enum: reportedScopes(new ScopeRegistry(await loadPlugins())) },
            rate: { type: 'string', examples: ['5/min'], description: '`0/min` means blocked.' },
            used: { type: 'integer' },
            limit: { type: 'integer' },
            remaining: { type: 'integer' },
            window_seconds: { type: 'integer', enum: Object.values(PERIODS) },
            reset_at: {
              type: ['string', 'null'],
              format: 'date-time',
              description:
                'When the window next frees capacity; for a full one, when to try again.',
            },
            blocked: { type: 'boolean' },
          },
        },
      },
      historical_usage: {
        type: 'object',
        description: 'Requests by day (UTC) of the last 15 days, then `total`.',
        additionalProperties: { type: 'integer' },
      },
      membership: {
        type: ['object', 'null'],
        properties: { level: { type: 'string' }, is_active: { type: 'boolean' } },
      },
    },
  },
})
