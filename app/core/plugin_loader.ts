/**
 * Reads the manifests of the plugins and sorts them by their requirements.
 */
import { PluginHost } from './plugin_host.js'
import { manifest, pluginFolders } from './discover.js'
import type { PluginDefinition } from './define_plugin.js'
import { orderByNames } from '#app/support/order_by_names'
import { PluginError } from '#app/support/plugin_error'

let loaded: Promise<PluginDefinition[]> | undefined

/**
 * All plugins, sorted by `requires`; read once per process.
 *
 * @throws PluginError
 */
export function loadPlugins(): Promise<PluginDefinition[]> {
  loaded ??= Promise.all(pluginFolders().map(readManifest)).then(orderPlugins)
  return loaded
}

async function readManifest(folder: string): Promise<PluginDefinition> {
  const { default: plugin } = (await import(manifest(folder)!.href)) as {
    default?: PluginDefinition
  }
  if (!plugin?.name) {
    throw new PluginError(
      'E_BAD_PLUGIN',
      `plugins/${folder}/plugin does not export definePlugin({ name, … }) by default`
    )
  }
  if (plugin.name !== folder) {
    throw new PluginError(
      'E_BAD_PLUGIN',
      `plugins/${folder} calls itself "${plugin.name}"; name and folder must agree`
    )
  }
  return plugin
}

/**
 * Orders plugins by `requires` and `loadAfter`, then by name.
 *
 * @throws PluginError for a duplicate name, an unknown requirement, or a circular requirement
 */
export function orderPlugins(plugins: PluginDefinition[]): PluginDefinition[] {
  const byName = new Map<string, PluginDefinition>()
  for (const plugin of plugins) {
    if (byName.has(plugin.name)) {
      throw new PluginError('E_DUPLICATE_PLUGIN', `two plugins are named "${plugin.name}"`)
    }
    byName.set(plugin.name, plugin)
  }

  for (const { name, requires = [] } of plugins) {
    const unknown = requires.find((required) => !byName.has(required))
    if (unknown) {
      throw new PluginError(
        'E_UNKNOWN_REQUIREMENT',
        `plugin "${name}" requires "${unknown}", which is not there`
      )
    }
  }
  return orderByNames(
    plugins.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    ({ name, requires = [], after = [] }) => ({ name, after: [...requires, ...after] }),
    (names) => {
      throw new PluginError(
        'E_CIRCULAR_REQUIREMENT',
        `plugins wait for each other: ${names.join(' → ')}`
      )
    }
  )
}

/** The plugins of this installation, assembled. */
export async function loadHost(): Promise<PluginHost> {
  return PluginHost.assemble(await loadPlugins())
}
