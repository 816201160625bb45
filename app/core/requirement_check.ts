/**
 * Plugins refer to declarations of other plugins only if they require them. Otherwise, the
 * other plugin could be removed, or loaded later. Imports are checked by ESLint.
 */
import type { ResourceDefinition, ResourceExtension } from '#api/define_resource'
import type { Access } from '#api/gate'
import { PluginError } from '#app/support/plugin_error'
import { listActions } from '#app/console/admin/admin_list'
import type { Contributions } from './contributions.js'
import type { PluginDefinition } from './define_plugin.js'

type Kind = 'resource' | 'permission' | 'scope' | 'table' | 'search index' | 'bulk file' | 'event'

/** A name that a declaration of a plugin refers to. */
interface Use {
  plugin: string
  /** The declaration, as in messages. */
  by: string
  kind: Kind
  names: readonly (string | undefined)[]
}

/**
 * Names that no plugin declares are ignored here: they belong to the server, or the registries
 * report them.
 *
 * @throws PluginError E_MISSING_REQUIREMENT for a name of a plugin that isn't required
 */
export function checkRequirements(plugins: PluginDefinition[], declared: Contributions): void {
  const owners = findOwners(plugins, declared)
  const requires = new Map(plugins.map(({ name, requires: names = [] }) => [name, names]))
  for (const { plugin, by, kind, names } of findUses(plugins, declared))
    for (const name of names) {
      const owner = name === undefined ? undefined : owners.get(`${kind} ${name}`)
      if (owner === undefined || owner === plugin || requires.get(plugin)?.includes(owner)) continue
      throw new PluginError(
        'E_MISSING_REQUIREMENT',
        `${by} refers to the ${kind} "${name}" of the plugin "${owner}". ` +
          `Add "${owner}" to "requires" in plugins/${plugin}/plugin.ts`
      )
    }
}

/** The plugin that declares each name, by kind and name. */
function findOwners(plugins: PluginDefinition[], declared: Contributions): Map<string, string> {
  const owners = new Map<string, string>()
  const add = (kind: Kind, plugin: string, names: Iterable<string>) => {
    for (const name of names)
      if (!owners.has(`${kind} ${name}`)) owners.set(`${kind} ${name}`, plugin)
  }
  for (const { name, rights = {}, scopes = {}, events = {}, publishes = [] } of plugins) {
    add('permission', name, Object.keys(rights))
    add('scope', name, Object.keys(scopes))
    add('event', name, Object.keys(events))
    const tables = publishes.map((one) => (typeof one === 'string' ? one : one.table))
    add('table', name, tables)
  }
  for (const { plugin, declaration } of declared.resources) {
    add('resource', plugin, [declaration.path])
    add('table', plugin, [declaration.table])
  }
  for (const { plugin, declaration } of declared.bulk) {
    add('bulk file', plugin, [declaration.stem])
    add('table', plugin, [declaration.table])
  }
  for (const { plugin, declaration } of declared.searchIndexes)
    add('search index', plugin, [declaration.name])
  return owners
}

function findUses(plugins: PluginDefinition[], declared: Contributions): Use[] {
  return [
    ...plugins.flatMap(usesOfManifest),
    ...declared.resources.flatMap(({ plugin, declaration }) => [
      ...usesOfFields(plugin, declaration.path, declaration),
      ...usesOfAccess(plugin, declaration),
    ]),
    ...declared.extensions.flatMap(({ plugin, declaration }) => [
      {
        ...{ plugin, by: `an extension of plugin "${plugin}"`, kind: 'resource' as const },
        names: [declaration.extends],
      },
      ...usesOfFields(plugin, declaration.extends, declaration),
    ]),
    ...declared.endpoints.flatMap(({ plugin, declaration }) => usesOfAccess(plugin, declaration)),
    ...declared.admin.map(({ plugin, declaration: list }) => ({
      ...{ plugin, by: `the staff list "${list.path}"`, kind: 'permission' as const },
      names: [list.right, ...listActions(list).map(({ right }) => right)],
    })),
    ...declared.staffSearch.map(({ plugin, declaration: { title, right } }) => ({
      ...{ plugin, by: `the staff search group "${title}"`, kind: 'permission' as const },
      names: [right],
    })),
    ...declared.recordEdits.map(({ plugin, declaration }) => ({
      ...{ plugin, by: `a record edit of plugin "${plugin}"`, kind: 'resource' as const },
      names: [declaration.resource],
    })),
    ...declared.bulk.map(({ plugin, declaration: { stem, after = [], sampleOf = [] } }) => ({
      ...{ plugin, by: `the bulk file "${stem}"`, kind: 'bulk file' as const },
      names: [...after, ...sampleOf],
    })),
    ...declared.consumers.map(({ plugin, declaration: { name, tables = [] } }) => ({
      ...{ plugin, by: `the consumer "${name}"`, kind: 'table' as const },
      names: tables,
    })),
    ...declared.searchIndexes.map(({ plugin, declaration: { name, follows } }) => ({
      ...{ plugin, by: `the search index "${name}"`, kind: 'table' as const },
      names: Object.keys(follows),
    })),
    ...declared.searchTypes.map(({ plugin, declaration: { code, index } }) => ({
      ...{ plugin, by: `the search type "${code}"`, kind: 'search index' as const },
      names: [index],
    })),
    ...declared.searchExtensions.map(({ plugin, declaration }) => ({
      ...{ plugin, by: `a search extension of plugin "${plugin}"`, kind: 'search index' as const },
      names: 'extendsIndex' in declaration ? [declaration.extendsIndex] : [],
    })),
    ...declared.publicNames.map(({ plugin, declaration: { resources = {} } }) => ({
      ...{ plugin, by: `a public name of plugin "${plugin}"`, kind: 'resource' as const },
      names: Object.keys(resources),
    })),
  ]
}

function usesOfManifest(manifest: PluginDefinition): Use[] {
  const { name: plugin, holdings = [], listens = {}, profileMenu = [] } = manifest
  return [
    {
      ...{ plugin, by: `a holding of plugin "${plugin}"`, kind: 'resource' },
      names: holdings.map(({ resource }) => resource),
    },
    {
      ...{ plugin, by: `a listener of plugin "${plugin}"`, kind: 'event' },
      names: Object.keys(listens),
    },
    {
      ...{ plugin, by: `a menu item of plugin "${plugin}"`, kind: 'permission' },
      names: profileMenu.map(({ right }) => right),
    },
  ]
}

/** Relations of fields and filters. */
function usesOfFields(
  plugin: string,
  path: string,
  { fields = {}, filters = {} }: Partial<ResourceDefinition> | ResourceExtension
): Use[] {
  const declarations = [...Object.entries(fields), ...Object.entries(filters)]
  return declarations.map(([name, declaration]) => ({
    ...{ plugin, by: `"${path}.${name}"`, kind: 'resource' },
    names: 'resource' in declaration && declaration.kind !== 'slot' ? [declaration.resource] : [],
  }))
}

function usesOfAccess(plugin: string, served: { path: string; access?: Access }): Use[] {
  const { path, access = {} } = served
  const { right, rightOf, scopes = [], anonymousScopes = [], writeScope } = access
  const by = `"${path}"`
  return [
    { plugin, by, kind: 'permission', names: [right, ...Object.values(rightOf ?? {})] },
    { plugin, by, kind: 'scope', names: [...scopes, ...anonymousScopes, ...[writeScope].flat()] },
  ]
}
