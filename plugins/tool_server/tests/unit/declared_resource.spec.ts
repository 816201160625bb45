/**
 * Tools support resources that other plugins declare.
 */
import { test } from '@japa/runner'
import { defineResource } from '#api/define_resource'
import { choices, f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { Container } from '@adonisjs/core/container'
import type { Reader } from '#app/database/reader'
import { ListedChoices } from '#app/tools/choices'
import { definePlugin } from '#core/define_plugin'
import { PluginHost } from '#core/plugin_host'
import { loadPlugins } from '#core/plugin_loader'
import { ToolRegistry } from '#app/tools/tool_registry'
import type { ToolContext } from '#app/tools/define_tool'

const STATUTE = defineResource({
  path: 'statutes',
  table: 'statutes',
  label: 'Statute',
  description: 'Statutes.',
  fields: {
    id: f.id(),
    kind: f.choice(choices({ A: 'Act', C: 'Code' }), { help: 'Kind of statute.' }),
  },
  filters: { id: filter.number(), kind: filter.choice() },
})

async function registryWith(resource: typeof STATUTE): Promise<ToolRegistry> {
  const plugin = definePlugin({
    name: 'statutes',
    description: 'Statutes.',
    resources: [async () => ({ default: resource })],
  })
  const host = await PluginHost.assemble([...(await loadPlugins()), plugin])
  return host.registries.find((each) => each instanceof ToolRegistry)!
}

function endpointsOf(registry: ToolRegistry, tool: string): string[] {
  const { endpoint_id: endpoint } = registry.tools.get(tool)!.schema.properties
  return endpoint!.enum as string[]
}

test.group('tools: a resource of another plugin', () => {
  test('is listed and described and has choices', async ({ assert }) => {
    const registry = await registryWith(STATUTE)
    for (const tool of ['call_endpoint', 'get_endpoint_item', 'get_choices'])
      assert.include(endpointsOf(registry, tool), 'statutes', tool)
    const { catalog } = registry
    const container = new Container()
    container.bindValue(ListedChoices, new ListedChoices(catalog.resources, {} as Reader))
    const context = { catalog, app: { container } } as unknown as ToolContext
    const call = (name: string, args: object) =>
      registry.tools.get(name)!.call(args as never, context)
    assert.deepEqual(await call('get_choices', { endpoint_id: 'statutes', field_name: 'kind' }), {
      choices: [
        { value: 'A', display_name: 'Act' },
        { value: 'C', display_name: 'Code' },
      ],
    })
    const schema: any = await call('get_endpoint_schema', { endpoint_id: 'statutes' })
    assert.deepEqual(schema.properties.kind, {
      type: 'string',
      description: 'Kind of statute. One of: A (Act), C (Code).',
    })
  })

  test('is not offered if it has secrets', async ({ assert }) => {
    const registry = await registryWith({ ...STATUTE, holdsSecrets: true })
    for (const tool of ['call_endpoint', 'get_endpoint_item', 'get_choices'])
      assert.notInclude(endpointsOf(registry, tool), 'statutes', tool)
  })
})
