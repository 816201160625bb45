/** The API of an upstream: the names that it uses, and the resources that can be mirrored. */
import { inject } from '@adonisjs/core'
import { CommandRefusal } from '#app/support/interrupted'
import { RecordChanges } from '#api/record_changes'
import type { ResourceRegistry } from '#api/registry'
import { PluginHost } from '#core/plugin_host'
import { selectResources } from '../records/mirrored_resources.js'
import type { Upstream } from '../upstream/upstream.js'
import type { MirrorRow } from './feed_sync.js'

export interface UpstreamApi {
  names: MirrorRow['names']
  registry: ResourceRegistry
  /** Names of the resources that can be mirrored, parents first. */
  paths: string[]
}

@inject()
export class UpstreamApis {
  constructor(
    readonly host: PluginHost,
    readonly changes: RecordChanges
  ) {}

  /**
   * Finds out which names an upstream uses, and which of its resources can be mirrored.
   *
   * @param resources names; all by default
   * @throws CommandRefusal
   */
  async read(upstream: Upstream, resources: readonly string[]): Promise<UpstreamApi> {
    const root = await upstream.root()
    const apis = (['own', 'public'] as const).map((names) => {
      const registry = this.registryOf(names)
      const paths = this.#select(registry, []).filter((path) => path in root)
      return { names, registry, paths }
    })
    const [own, published] = apis as [UpstreamApi, UpstreamApi]
    const isOwn = own.paths.length >= published.paths.length && 'changes' in root
    const api = isOwn ? own : published
    const paths = this.#select(api.registry, resources).filter((path) => path in root)
    if (!paths.length)
      throw new CommandRefusal(`${upstream.base} has no records that can be mirrored`)
    requireOwnLinks(upstream, root, paths[0]!)
    return { ...api, paths }
  }

  /** The resources under the names of an upstream. */
  registryOf(names: MirrorRow['names']): ResourceRegistry {
    const { resources, publicCatalog } = this.host
    return names === 'own' ? resources : publicCatalog.resources
  }

  #select(registry: ResourceRegistry, resources: readonly string[]): string[] {
    try {
      return selectResources(registry, this.changes, resources)
    } catch (error) {
      throw error instanceof RangeError ? new CommandRefusal(error.message) : error
    }
  }
}

/**
 * Links of records are compared with local ones, so they must begin with the URL of the mirror.
 *
 * @throws CommandRefusal
 */
function requireOwnLinks(upstream: Upstream, root: Record<string, unknown>, name: string): void {
  const { [name]: list } = root
  if (list !== `${upstream.base}${name}/`)
    throw new CommandRefusal(
      `the upstream uses another URL in its links; use that URL: ${JSON.stringify(String(list).slice(0, 300))}`
    )
}
