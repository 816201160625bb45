/**
 * Tools don't offer resources with secrets, or resources that lead to one.
 */
import { test } from '@japa/runner'
import { loadPlugins } from '#core/plugin_loader'
import { PluginHost } from '#core/plugin_host'
import { readableResources } from '#app/tools/endpoints'
import { ToolRegistry } from '#app/tools/tool_registry'

const SECRET_NAME = /secret|token|password|signing|credential/

/** Fields with names of secrets that aren't, because the API always shows them. */
const READABLE = ['alerts.secret_key', 'docket-alerts.secret_key']

async function catalogOfPlugins() {
  const host = await PluginHost.assemble([...(await loadPlugins())])
  return host.registries.find((each) => each instanceof ToolRegistry)!.catalog
}

test.group('tools: secrets', () => {
  test('are not in fields of offered resources', async ({ assert }) => {
    const catalog = await catalogOfPlugins()
    const named = readableResources(catalog).flatMap(({ path, fields }) =>
      [...fields]
        .filter(([name, field]) => SECRET_NAME.test(name) && !field.writeOnly)
        .map(([name]) => `${path}.${name}`)
    )
    assert.sameMembers(named, READABLE)
  })

  test('are only in resources that are neither offered nor reachable', async ({ assert }) => {
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
