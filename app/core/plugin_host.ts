/**
 * Holds the plugins of a process and what they brought.
 */
import type { Catalog } from '#api/catalog'
import { ownCatalog } from '#app/search/catalog'
import type { Declared } from '#app/support/declared'
import { ResourceRegistry } from '#api/registry'
import { versionsOf, type EndpointDefinition } from '#api/define_endpoint'
import type { AdminList } from '#app/console/admin/admin_list'
import type { HealthSection } from '#app/console/admin/health/health_section'
import { assembleSearch, checkFollowed } from '#app/search/assemble'
import { SearchRegistry } from '#app/search/search_registry'
import { RightRegistry } from '#app/accounts/right_registry'
import { ConsoleRegistry } from '#app/console/console_registry'
import { SiteRegistry } from '#app/web/site_registry'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { EventRegistry } from '#app/events/event_registry'
import type { FollowerDefinition } from '#app/events/follower'
import { FollowerRegistry } from '#app/events/follower_registry'
import { publicationsOf, type Publication } from '#app/events/publication'
import type { JobDefinition } from '#app/jobs/define_job'
import { JobRegistry, OWN_PREFIX } from '#app/jobs/job_registry'
import { OWN_JOBS } from './own_jobs.js'
import { EMBEDDED_TABLE } from '#app/search/semantic/chunk_store'
import { NameTable } from '#app/names/name_table'
import type { PublicNames } from '#app/names/define_public_names'
import { withPublicColumns } from '#app/names/public_bulk'
import { assemblePublicCatalog, type Declarations } from '#app/names/public_catalog'
import { withPublicAliases } from '#app/names/public_search'
import type { WebhookEventDefinition } from '#app/webhooks/define_webhook_event'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import type { PluginDefinition } from './define_plugin.js'
import { PluginError } from '#app/support/plugin_error'
import type { Version } from '#api/version'

interface Assembled {
  /** In the order of `orderPlugins`: each after those it requires. */
  plugins: PluginDefinition[]
  resources: ResourceRegistry
  endpoints: EndpointDefinition[]
  bulkTables: Declared<BulkTable>[]
  rights: RightRegistry
  site: SiteRegistry
  console: ConsoleRegistry
  search: SearchRegistry
  /** Tables whose changes are written to the change log. */
  publications: Publication[]
  followers: FollowerRegistry
  events: EventRegistry
  /** Background jobs, the server's own and those that listen to events among them. */
  jobs: JobRegistry
  /** Events that webhooks are sent for. */
  webhookEvents: WebhookEvents
  /** The same resources and search types under the names of the public service. */
  publicCatalog: Catalog
}

export class PluginHost {
  constructor(readonly assembled: Assembled) {}

  get plugins() {
    return this.assembled.plugins
  }

  get resources() {
    return this.assembled.resources
  }

  get endpoints() {
    return this.assembled.endpoints
  }

  get bulkTables() {
    return this.assembled.bulkTables
  }

  get searchIndexes() {
    return this.assembled.search.indexes
  }

  get searchTypes() {
    return this.assembled.search.types
  }

  get publications() {
    return this.assembled.publications
  }

  get followers() {
    return this.assembled.followers.all()
  }

  get jobs() {
    return this.assembled.jobs
  }

  get publicCatalog() {
    return this.assembled.publicCatalog
  }

  /** The parts that services of the folders below ask the container for, each by its class. */
  get registries(): object[] {
    const { resources, rights, site, console, search, followers, events, jobs, webhookEvents } =
      this.assembled
    return [resources, rights, site, console, search, followers, events, jobs, webhookEvents]
  }

  /** What is served, under each root. */
  get catalogs(): Catalog[] {
    const { resources, endpoints, searchTypes, searchIndexes } = this
    return [ownCatalog({ resources, endpoints, searchTypes, searchIndexes }), this.publicCatalog]
  }

  /**
   * Imports what the plugins declare and checks that it fits together.
   *
   * @param plugins in the order of `orderPlugins`
   * @throws PluginError
   */
  static async assemble(plugins: PluginDefinition[]): Promise<PluginHost> {
    const declared = await collectApi(plugins)
    const resources = new ResourceRegistry(declared.resources, declared.extensions)
    const bulkTables = await collect<BulkTable>(plugins, 'bulk')
    checkBulkTables(bulkTables)
    const endpoints = bare(declared.endpoints)
    checkEndpoints(declared.endpoints, resources)
    const { searchIndexes, searchTypes, searchExtensions } = declared
    const search = assembleSearch(searchIndexes, searchTypes, searchExtensions, resources)
    const names = new NameTable(await collect<PublicNames>(plugins, 'publicNames'), {
      ...search,
      resources,
      endpoints,
    })
    const publications = publicationsOf(plugins)
    if (search.types.some(({ semantic }) => semantic)) publications.push(EMBEDDED_TABLE)
    checkFollowed(search.indexes, publications)
    const events = await EventRegistry.assemble(plugins)
    const jobs = new JobRegistry([
      ...OWN_JOBS.map((declaration) => ({ plugin: OWN_PREFIX, declaration })),
      ...(await collect<JobDefinition>(plugins, 'jobs')),
      ...events.jobs,
    ])
    return new PluginHost({
      plugins,
      resources,
      endpoints,
      bulkTables: withPublicColumns(bulkTables, names),
      rights: new RightRegistry(plugins),
      site: new SiteRegistry(plugins.flatMap(({ examples = [] }) => examples)),
      console: new ConsoleRegistry(
        bare(await collect<AdminList>(plugins, 'admin')),
        bare(await collect<HealthSection>(plugins, 'health'))
      ),
      search: new SearchRegistry(withPublicAliases(search.indexes, names), search.types),
      publications,
      followers: new FollowerRegistry(await collect<FollowerDefinition>(plugins, 'followers')),
      events,
      jobs,
      webhookEvents: new WebhookEvents(
        await collect<WebhookEventDefinition>(plugins, 'webhooks'),
        names
      ),
      publicCatalog: assemblePublicCatalog(declared, names),
    })
  }
}

type Contribution =
  | 'admin'
  | 'health'
  | 'endpoints'
  | 'resources'
  | 'extensions'
  | 'followers'
  | 'jobs'
  | 'webhooks'
  | 'bulk'
  | 'searchIndexes'
  | 'searchTypes'
  | 'searchExtensions'
  | 'publicNames'

function bare<T>(declared: Declared<T>[]): T[] {
  return declared.map(({ declaration }) => declaration)
}

async function collectApi(plugins: PluginDefinition[]): Promise<Declarations> {
  return {
    resources: await collect(plugins, 'resources'),
    extensions: await collect(plugins, 'extensions'),
    endpoints: await collect(plugins, 'endpoints'),
    searchIndexes: await collect(plugins, 'searchIndexes'),
    searchTypes: await collect(plugins, 'searchTypes'),
    searchExtensions: await collect(plugins, 'searchExtensions'),
  }
}

async function collect<T>(
  plugins: PluginDefinition[],
  contribution: Contribution
): Promise<Declared<T>[]> {
  const collected: Declared<T>[] = []
  for (const plugin of plugins) {
    const modules = await Promise.all((plugin[contribution] ?? []).map((load) => load()))
    for (const { default: declarations } of modules) {
      for (const declaration of [declarations].flat()) {
        collected.push({ plugin: plugin.name, declaration: declaration as T })
      }
    }
  }
  return collected
}

function checkEndpoints(endpoints: Declared<EndpointDefinition>[], resources: ResourceRegistry) {
  const addresses = (path: string, versions: Version[]) =>
    versions.map((version) => `${version}/${path}`)
  const taken = new Set(resources.all().flatMap(({ path, versions }) => addresses(path, versions)))
  for (const { plugin, declaration } of endpoints) {
    const { path } = declaration
    for (const address of addresses(path, versionsOf(declaration))) {
      if (taken.has(address)) {
        throw new PluginError(
          'E_DUPLICATE_ENDPOINT',
          `plugin "${plugin}" declares the endpoint "${path}", which there is already`
        )
      }
      taken.add(address)
    }
  }
}

function checkBulkTables(tables: Declared<BulkTable>[]): void {
  const owners = new Map<string, string>()
  for (const { plugin, declaration } of tables) {
    const owner = owners.get(declaration.stem)
    if (owner) {
      throw new PluginError(
        'E_DUPLICATE_BULK_FILE',
        `plugins "${owner}" and "${plugin}" both take the bulk file "${declaration.stem}"`
      )
    }
    owners.set(declaration.stem, plugin)
  }
}
