/** The public names declared by all plugins. */
import type { Declared } from '#app/support/lazy'
import type { ResourceRegistry } from '#api/registry'
import type { EndpointDefinition } from '#api/define_endpoint'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { PluginError } from '#app/support/plugin_error'
import type { PublicNames, PublicResourceNames, Renames } from './define_public_names.js'
import { Names } from './names.js'

/** Everything that can have public names. */
export interface Named {
  resources: ResourceRegistry
  endpoints: EndpointDefinition[]
  indexes: SearchIndexDefinition[]
  types: SearchTypeDefinition[]
}

const NONE = new Names()

export class NameTable {
  readonly #resources = new Map<string, Omit<PublicResourceNames, 'names'> & { names: Names }>()
  readonly #endpoints = new Map<string, string>()
  readonly #indexes = new Map<string, Names>()
  readonly #ownPaths: ReadonlyMap<string, string>

  /** @throws PluginError for names of undeclared items and for duplicate names */
  constructor(
    declared: Declared<PublicNames>[],
    readonly named: Named
  ) {
    for (const { plugin, declaration } of declared) {
      for (const [path, given] of Object.entries(declaration.resources ?? {}))
        this.#addResource(plugin, path, given)
      for (const [path, name] of Object.entries(declaration.endpoints ?? {}))
        this.#addEndpoint(plugin, path, name)
      for (const [index, names] of Object.entries(declaration.search ?? {}))
        this.#addIndex(plugin, index, names)
    }
    this.#ownPaths = this.#checkedPaths()
  }

  /** The public path of a resource or endpoint. */
  path(own: string): string {
    return this.#resources.get(own)?.path ?? this.#endpoints.get(own) ?? own
  }

  /** Curia's path of a resource or endpoint. */
  ownPath(path: string): string {
    return this.#ownPaths.get(path) ?? path
  }

  label(path: string): string | undefined {
    return this.#resources.get(path)?.label
  }

  /** The names of a resource. */
  resource(path: string): Names {
    return this.#resources.get(path)?.names ?? NONE
  }

  /** The names of a search index and its results. */
  index(name: string): Names {
    return this.#indexes.get(name) ?? NONE
  }

  #addResource(plugin: string, path: string, given: PublicResourceNames): void {
    const resource = this.named.resources.all().find((each) => each.path === path)
    if (!resource) throw unknown(plugin, `the resource "${path}"`)
    const known = this.#resources.get(path)
    if ((given.path && known?.path) || (given.label && known?.label))
      throw twice(plugin, `the resource "${path}"`)
    const own = [...resource.fields.keys(), ...resource.filters.keys()]
    this.#resources.set(path, {
      path: given.path ?? known?.path,
      label: given.label ?? known?.label,
      names: joined(plugin, { what: path, own, known: known?.names, given: given.names }),
    })
  }

  #addEndpoint(plugin: string, path: string, name: string): void {
    if (!this.named.endpoints.some((endpoint) => endpoint.path === path))
      throw unknown(plugin, `the endpoint "${path}"`)
    if (this.#endpoints.has(path)) throw twice(plugin, `the endpoint "${path}"`)
    this.#endpoints.set(path, name)
  }

  #addIndex(plugin: string, name: string, given: Renames): void {
    const index = this.named.indexes.find((each) => each.name === name)
    if (!index) throw unknown(plugin, `the search index "${name}"`)
    const results = this.named.types
      .filter((type) => type.index === name)
      .map((type) => type.results)
    const own = [
      ...Object.keys(index.fields),
      ...results.flatMap(({ fields, children }) => [
        ...Object.keys(fields),
        ...Object.keys(children?.fields ?? {}),
        ...(children ? [children.list] : []),
      ]),
    ]
    const known = this.#indexes.get(name)
    this.#indexes.set(name, joined(plugin, { what: `search index ${name}`, own, known, given }))
  }

  #checkedPaths(): Map<string, string> {
    const { resources, endpoints } = this.named
    const own = new Set([...resources.all(), ...endpoints].map(({ path }) => path))
    const ownPaths = new Map<string, string>()
    for (const path of own) {
      const name = this.path(path)
      const other = ownPaths.get(name)
      if (other !== undefined)
        throw new PluginError(
          'E_DUPLICATE_NAME',
          `"${other}" and "${path}" both have the public path "${name}"`
        )
      ownPaths.set(name, path)
    }
    return ownPaths
  }
}

/**
 * Adds names to the known names of a resource or index.
 *
 * @throws PluginError for unknown, repeated, and ambiguous names
 */
function joined(
  plugin: string,
  {
    what,
    own,
    known = NONE,
    given = {},
  }: { what: string; own: string[]; known?: Names; given?: Renames }
): Names {
  for (const name of Object.keys(given)) {
    if (!own.includes(name)) throw unknown(plugin, `"${what}.${name}"`)
    if (known.has(name)) throw twice(plugin, `"${what}.${name}"`)
  }
  const all = new Names({ ...Object.fromEntries(known), ...given })
  const taken = new Map<string, string>()
  for (const name of new Set(own)) {
    const shown = all.toPublic(name)
    const other = taken.get(shown)
    if (other !== undefined)
      throw new PluginError(
        'E_DUPLICATE_NAME',
        `plugin "${plugin}": "${what}.${other}" and "${what}.${name}" both have the public name "${shown}"`
      )
    taken.set(shown, name)
  }
  return all
}

function unknown(plugin: string, what: string): PluginError {
  return new PluginError(
    'E_UNKNOWN_NAME',
    `plugin "${plugin}" declares a public name for ${what}, which no plugin declares`
  )
}

function twice(plugin: string, what: string): PluginError {
  return new PluginError(
    'E_DUPLICATE_NAME',
    `plugin "${plugin}" declares a public name for ${what}, which already has one`
  )
}
