/**
 * Which resources tools offer: none with what an account should not show a
 * model, and none that leads to one.
 */
import { test } from '@japa/runner'
import { loadPlugins } from '#core/plugin_loader'
import { PluginHost } from '#core/plugin_host'
import { readableResources } from '#app/tools/endpoints'
import { ToolRegistry } from '#app/tools/tool_registry'

const SECRET_NAME = /secret|token|password|signing|credential/

/** Fields named like secrets that may be read again at any time, as the API shows them. */
const READABLE = ['alerts.secret_key', 'docket-alerts.secret_key']

async function catalogOfPlugins() {
  const host = await PluginHost.assemble([...(await loadPlugins())])
  return host.registries.find((each) => each instanceof ToolRegistry)!.catalog
}

test.group('tools: secrets', () => {
  test('are in no field of the resources that are offered', async ({ assert }) => {
    const catalog = await catalogOfPlugins()
    const named = readableResources(catalog).flatMap(({ path, fields }) =>
      [...fields]
        .filter(([name, field]) => SECRET_NAME.test(name) && !field.writeOnly)
        .map(([name]) => `${path}.${name}`)
    )
    assert.sameMembers(named, READABLE)
  })

  test('are in resources that are not offered, and that no offered one leads to', async ({
    assert,
  }) => {
    const catalog = await catalogOfPlugins()
    const hidden = catalog.resources.all().filter(({ holdsSecrets }) => holdsSecrets)
    assert.includeMembers(
      hidden.map(({ path }) => path),
      ['webhooks', 'webhook-secrets', 'webhook-deliveries']
    )
    const leading = readableResources(catalog).flatMap(({ path, filters, fields }) => [
      ...[...filters.values()]
        .filter(({ relation }) => hidden.some(({ table }) => table === relation?.target.table))
        .map(({ name }) => `${path}.${name}`),
      ...[...fields]
        .filter(
          ([, field]) =>
            'resource' in field && hidden.some((other) => other.path === field.resource)
        )
        .map(([name]) => `${path}.${name}`),
    ])
    assert.deepEqual(leading, [])
  })
})
