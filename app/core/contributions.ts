/**
 * The declarations of all plugins, by kind. The `contributions.ts` of each
 * folder of `app/` documents the kinds.
 */
import type { Declared, LazyDefault, LazyList } from '#app/support/lazy'
import type { PluginDefinition } from './define_plugin.js'

/** Kinds that the host imports and passes to the registries of the folders. */
const CONTRIBUTIONS = [
  'resources',
  'endpoints',
  'recordEndpoints',
  'extensions',
  'bulk',
  'searchIndexes',
  'searchTypes',
  'searchExtensions',
  'rewriters',
  'valueReaders',
  'referenceResolvers',
  'synonyms',
  'searchActions',
  'searchParts',
  'publicNames',
  'jobs',
  'consumers',
  'derivations',
  'webhooks',
  'tools',
  'documents',
  'toolResources',
  'prompts',
  'admin',
  'health',
  'staffSearch',
  'recordEdits',
  'takeOut',
  'errors',
] as const satisfies ListKey[]

/** Manifest keys that contain lazy modules. */
type ListKey = {
  [Key in keyof PluginDefinition]-?: Required<PluginDefinition>[Key] extends LazyDefault<unknown>[]
    ? Key
    : never
}[keyof PluginDefinition]

type Contribution = (typeof CONTRIBUTIONS)[number]

/**
 * Lets the compiler reject a manifest key that isn't listed above and so would be ignored.
 * Commands are read without a host (`plugin_commands.ts`), and triggers without the registries
 * (`migrate.ts`).
 */
type Listed<T> = [Exclude<ListKey, Contribution | 'commands' | 'triggers'>] extends [never]
  ? T
  : never

type DeclarationOf<Kind extends Contribution> =
  Required<PluginDefinition>[Kind] extends LazyList<infer T> ? T : never

/** Declarations by kind, in the order of the plugins. */
export type Contributions = Listed<{
  [Kind in Contribution]: Declared<DeclarationOf<Kind>>[]
}>

/** Imports the declarations of the plugins. */
export async function collectContributions(plugins: PluginDefinition[]): Promise<Contributions> {
  const kinds = await Promise.all(
    CONTRIBUTIONS.map(async (kind) => [kind, await declarationsOf(plugins, kind)] as const)
  )
  return Object.fromEntries(kinds) as unknown as Contributions
}

async function declarationsOf(
  plugins: PluginDefinition[],
  kind: Contribution
): Promise<Declared<unknown>[]> {
  const byPlugin = await Promise.all(
    plugins.map(async ({ name: plugin, [kind]: modules = [] }) => {
      const loaded = await Promise.all(modules.map((load) => load()))
      return loaded
        .flatMap(({ default: declarations }): unknown[] => [declarations].flat())
        .map((declaration) => ({ plugin, declaration }))
    })
  )
  return byPlugin.flat()
}
