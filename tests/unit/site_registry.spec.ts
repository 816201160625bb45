import { test } from '@japa/runner'
import { PluginError } from '#app/support/plugin_error'
import type { Mount } from '#app/web/contributions'
import { SiteRegistry } from '#app/web/site_registry'

const mounts = (...paths: string[]): Mount[] =>
  paths.map((path) => ({ path, handler: async () => ({ default: () => undefined }) }))

const parts = (name: string) => ({ [name]: async () => ({ default: () => '' }) })

test.group('plugin pages', () => {
  test('menu items of plugins precede those of the server', ({ assert }) => {
    const { menu } = new SiteRegistry([
      { name: 'a', menu: [{ label: 'First', path: '/first/' }] },
      { name: 'b', menu: [{ label: 'Second', path: '/second/' }] },
    ])
    assert.deepEqual(
      menu.map(({ label }) => label),
      ['First', 'Second', 'API', 'Docs', 'Reference']
    )
  })

  test('task cards are sorted by label, without those that settings disable', async ({
    assert,
  }) => {
    const site = new SiteRegistry([
      { name: 'a', taskCards: [{ label: 'Follow a docket', path: '/follow/', text: 'Follow.' }] },
      {
        name: 'b',
        taskCards: [
          { label: 'Check a brief', path: '/check/', text: 'Check.', isEnabled: async () => true },
          { label: 'Download', path: '/files/', text: 'Get.', isEnabled: async () => false },
        ],
      },
    ])
    assert.deepEqual(
      (await site.enabledTaskCards()).map(({ label }) => label),
      ['Check a brief', 'Follow a docket']
    )
  })

  test('reports {code}')
    .with([
      {
        code: 'E_DUPLICATE_PAGE',
        plugins: [
          { name: 'a', docs: ['alerts'] },
          { name: 'b', docs: ['alerts'] },
        ],
      },
      { code: 'E_DUPLICATE_PAGE', plugins: [{ name: 'a', docParts: parts('errors') }] },
      {
        code: 'E_DUPLICATE_PAGE',
        plugins: [
          { name: 'a', docParts: parts('tools') },
          { name: 'b', docParts: parts('tools') },
        ],
      },
      { code: 'E_BAD_MOUNT', plugins: [{ name: 'a', mounts: mounts('oidc') }] },
      { code: 'E_BAD_MOUNT', plugins: [{ name: 'a', mounts: mounts('/') }] },
      { code: 'E_BAD_MOUNT', plugins: [{ name: 'a', mounts: mounts('/oidc/') }] },
      {
        code: 'E_DUPLICATE_MOUNT',
        plugins: [
          { name: 'a', mounts: mounts('/oidc') },
          { name: 'b', mounts: mounts('/oidc/token') },
        ],
      },
    ])
    .run(({ assert }, { code, plugins }) => {
      try {
        new SiteRegistry(plugins)
        assert.fail('accepted')
      } catch (error) {
        assert.instanceOf(error, PluginError)
        assert.equal((error as PluginError).code, code)
      }
    })

  test('accepts paths that only share a prefix', ({ assert }) => {
    const { mounts: taken } = new SiteRegistry([{ name: 'a', mounts: mounts('/oidc', '/oidcs') }])
    assert.lengthOf(taken, 2)
  })
})
