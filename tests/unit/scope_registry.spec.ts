import { test } from '@japa/runner'
import { definePlugin } from '#core/define_plugin'
import { PluginHost } from '#core/plugin_host'
import { PluginError } from '#app/support/plugin_error'
import type { ScopeDeclaration } from '#app/throttle/contributions'
import { ScopeRegistry } from '#app/throttle/scope_registry'

const scope = (...rates: string[]): ScopeDeclaration => ({ rates, description: 'Counts.' })

test.group('scopes of plugins', () => {
  test('are listed between built-in scopes, and only overridable ones can be overridden', ({
    assert,
  }) => {
    const registry = new ScopeRegistry([
      { name: 'a', scopes: { fetch: { ...scope('30/min'), overridable: true } } },
      { name: 'b', scopes: { views: scope('60/hour') } },
    ])
    assert.deepEqual(
      registry.all().map(({ name }) => name),
      ['user', 'fetch', 'views', 'anon']
    )
    assert.deepEqual(registry.get('fetch').rates, [{ limit: 30, seconds: 60 }])
    assert.equal(registry.overridable('fetch'), 'fetch')
    assert.throws(
      () => registry.overridable('views'),
      'The rates of "views" can\'t be overridden. Choose from: user, fetch.'
    )
  })

  for (const [what, code, plugins] of [
    [
      'of two plugins',
      'E_DUPLICATE_SCOPE',
      [
        { name: 'a', scopes: { views: scope('1/min') } },
        { name: 'b', scopes: { views: scope('1/min') } },
      ],
    ],
    ['of the server', 'E_DUPLICATE_SCOPE', [{ name: 'a', scopes: { anon: scope('1/min') } }]],
    ['with a dash', 'E_BAD_SCOPE', [{ name: 'a', scopes: { 'page-views': scope('1/min') } }]],
    ['with a rate of no period', 'E_BAD_SCOPE', [{ name: 'a', scopes: { views: scope('1') } }]],
  ] as const) {
    test(`rejects a name ${what}`, ({ assert }) => {
      try {
        new ScopeRegistry(plugins as never)
        assert.fail('accepted')
      } catch (error) {
        assert.instanceOf(error, PluginError)
        assert.equal((error as PluginError).code, code)
      }
    })
  }

  test('an endpoint with an undeclared scope prevents startup', async ({ assert }) => {
    const plugin = definePlugin({
      name: 'a',
      description: 'a',
      endpoints: [
        async () => ({
          default: {
            path: 'find',
            label: 'Find',
            description: 'Finds.',
            methods: {},
            answer: {},
            access: { scopes: ['found'] },
          },
        }),
      ],
    })
    await assert.rejects(
      () => PluginHost.assemble([plugin]),
      'E_UNKNOWN_SCOPE: "find" counts its requests in the scope "found", which no plugin declares'
    )
  })
})
