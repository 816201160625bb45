import { defineEndpoint } from '#api/define_endpoint'
import { requireAccount } from '#api/rights'
import { ScopeRegistry } from '#app/throttle/scope_registry'
import { loadPlugins } from '#core/plugin_loader'
import { reportedScopes, usageReport } from '#app/accounts/usage_report'
import { PERIODS } from '#app/throttle/rate'
import { Throttle } from '#app/throttle/throttle'
import { cacheControl } from '#app/support/caching'

/** `GET /api-usage/`. */
export default defineEndpoint({
  path: 'api-usage',
  label: 'API Usage',
  description: "Your account's use of its rate limits, and its requests in the last 15 days.",
  access: { account: true, scopes: ['api_usage'], counted: false },
  methods: {
    GET: async ({ ctx }) => ({
      body: await usageReport(
        await ctx.containerResolver.make(Throttle),
        requireAccount(ctx).account
      ),
      headers: { 'cache-control': cacheControl('own') },
    }),
  },
  answer: {
    type: 'object',
    required: ['current_usage', 'historical_usage', 'membership'],
    properties: {
      current_usage: {
        type: 'array',
        description: 'One entry per rate limit of each scope, most used first.',
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
                'When a request next leaves the window. At the limit: when to try again.',
            },
            blocked: { type: 'boolean' },
          },
        },
      },
      historical_usage: {
        type: 'object',
        description: 'Requests per day (UTC) in the last 15 days, then `total`.',
        additionalProperties: { type: 'integer' },
      },
      membership: {
        type: ['object', 'null'],
        properties: { level: { type: 'string' }, is_active: { type: 'boolean' } },
      },
    },
  },
})
