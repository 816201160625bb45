/**
 * The plugins of a process and the registries of their declarations.
 */
import type { Catalog } from '#api/catalog'
import { ownCatalog } from '#app/search/catalog'
import type { Declared } from '#app/support/lazy'
import { RecordChanges } from '#api/record_changes'
import { ResourceRegistry } from '#api/registry'
import type { Access } from '#api/gate'
import {
  getEndpointVersions,
  type EndpointDefinition,
  type ServedEndpoint,
} from '#api/define_endpoint'
import type { ServedRecordEndpoint } from '#api/record_endpoint'
import { assembleSearch, checkFollowed } from '#app/search/assemble'
import { SearchRegistry } from '#app/search/search_registry'
import { QuotaRegistry } from '#app/accounts/quota_registry'
import { AuditWords } from '#app/accounts/audit_sentences'
import { RightRegistry } from '#app/accounts/rights'
import { BearerTokens } from '#app/accounts/bearer_tokens'
import { RecordEdits } from '#app/console/admin/records/record_edits'
import { listActions, type AdminList } from '#app/console/admin/admin_list'
import { ConsoleRegistry } from '#app/console/console_registry'
import { ScopeRegistry } from '#app/throttle/scope_registry'
import { ToolRegistry } from '#app/tools/tool_registry'
import { ApiReference } from '#app/web/reference/api_reference'
import { errorCatalogue } from './error_catalogue.js'
import { SiteRegistry } from '#app/web/site_registry'
import { bulkOrder } from '#app/bulk/bulk_order'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { EventRegistry } from '#app/events/events'
import { ConsumerRegistry } from '#app/events/consumer_definition'
import { Derivations } from '#app/events/derivations'
import { collectPublications, type Publication } from '#app/events/publication'
import type { RecordPublication } from '#app/events/record_publication'
import { JobRegistry, OWN_PREFIX } from '#app/jobs/job_registry'
import { CORE_JOBS } from './core_jobs.js'
import { EMBEDDED_TABLE } from '#app/search/semantic/chunk_store'
import { NameTable } from '#app/names/name_table'
import { withPublicColumns, assemblePublicCatalog } from '#app/names/public_catalog'
import { withPublicAliases } from '#app/names/public_search'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { collectContributions } from './contributions.js'
import type { PluginDefinition } from './define_plugin.js'
import { PluginError } from '#app/support/plugin_error'
import type { Version } from '#api/version'
import { checkRequirements } from './requirement_check.js'

interface Assembled {
  /** In the order of `orderPlugins`: each after those it requires. */
  plugins: PluginDefinition[]
  resources: ResourceRegistry
  endpoints: ServedEndpoint[]
  recordEndpoints: ServedRecordEndpoint[]
  bulkTables: Declared<BulkTable>[]
  rights: RightRegistry
  auditWords: AuditWords
  scopes: ScopeRegistry
  quotas: QuotaRegistry
  site: SiteRegistry
  reference: ApiReference
  console: ConsoleRegistry
  recordEdits: RecordEdits
  search: SearchRegistry
  /** Tables whose changes are written to the change log. */
  publications: Publication[]
  /** Records in the change log. */
  recordChanges: RecordChanges
  consumers: ConsumerRegistry
  derivations: Derivations
  events: EventRegistry
  /** Background jobs, including those of the server and of event listeners. */
  jobs: JobRegistry
  /** Webhook events. */
  webhookEvents: WebhookEvents
  /** Tools for AI clients. */
  tools: ToolRegistry
  /** Access tokens. */
  bearer: BearerTokens
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

  /** Tables of records that don't belong to accounts, including those that only files fill. */
  get recordTables(): string[] {
    const shared = this.resources.all().filter(({ ownership }) => !ownership)
    const tables = [...shared, ...this.bulkTables.map(({ declaration }) => declaration)]
    return [...new Set(tables.map(({ table }) => table))]
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

  /** Changes of records in the change log, in addition to those of published tables. */
  get recordPublications(): RecordPublication[] {
    return this.assembled.recordChanges.publications(this.resources)
  }

  get consumers() {
    return this.assembled.consumers.all()
  }

  get jobs() {
    return this.assembled.jobs
  }

  get publicCatalog() {
    return this.assembled.publicCatalog
  }

  /** Registries that the container provides to services, each by its class. */
  get registries(): object[] {
    const plain: unknown[] = [Object, Array]
    return Object.values<object>({ ...this.assembled }).filter(
      ({ constructor }) => !plain.includes(constructor)
    )
  }

  /** The resources and search types under each API root. */
  get catalogs(): Catalog[] {
    const { resources, endpoints, searchTypes, searchIndexes } = this
    const { recordEndpoints } = this.assembled
    const bearer = this.assembled.bearer.definition
    return [
      ownCatalog({
        resources,
        endpoints,
        recordEndpoints,
        searchTypes,
        searchIndexes,
        bearer,
      }),
      this.publicCatalog,
    ]
  }

  /**
   * Imports the declarations of the plugins and checks that they are consistent.
   *
   * @param plugins in the order of `orderPlugins`
   * @throws PluginError
   */
  static async assemble(plugins: PluginDefinition[]): Promise<PluginHost> {
    const declared = await collectContributions(plugins)
    checkRequirements(plugins, declared)
    const resources = new ResourceRegistry(declared.resources, declared.extensions)
    const endpoints = declared.endpoints.map(({ plugin, declaration }) => ({
      ...declaration,
      plugin,
    }))
    checkEndpoints(declared.endpoints, resources)
    const recordEndpoints = declared.recordEndpoints.map(({ plugin, declaration }) => ({
      ...declaration,
      plugin,
    }))
    const scopes = new ScopeRegistry(plugins)
    checkScopes([...resources.all(), ...endpoints], scopes)
    const rights = new RightRegistry(plugins)
    checkRights([...resources.all(), ...endpoints], bare(declared.admin), rights)
    const search = assembleSearch(declared, resources)
    const names = new NameTable(declared.publicNames, { ...search, resources, endpoints })
    const publications = collectPublications(plugins)
    if (search.types.some(({ semantic }) => semantic)) publications.push(EMBEDDED_TABLE)
    checkFollowed(search.indexes, publications)
    const events = await EventRegistry.assemble(plugins)
    const jobs = new JobRegistry([
      ...CORE_JOBS.map((declaration) => ({ plugin: OWN_PREFIX, declaration })),
      ...declared.jobs,
      ...events.jobs,
    ])
    const bearer = new BearerTokens(plugins)
    const served = ownCatalog({
      resources,
      endpoints,
      recordEndpoints,
      searchTypes: search.types,
      searchIndexes: search.indexes,
      bearer: bearer.definition,
    })
    return new PluginHost({
      plugins,
      resources,
      endpoints,
      recordEndpoints,
      bulkTables: withPublicColumns(bulkOrder(declared.bulk), names),
      rights,
      auditWords: new AuditWords(plugins),
      scopes,
      quotas: new QuotaRegistry(plugins),
      reference: new ApiReference(served),
      tools: new ToolRegistry(declared, served),
      bearer,
      site: new SiteRegistry(plugins, errorCatalogue(declared.errors)),
      console: new ConsoleRegistry({
        adminLists: bare(declared.admin),
        healthSections: bare(declared.health),
        staffSearch: bare(declared.staffSearch),
        takeOut: bare(declared.takeOut),
        profileMenu: plugins.flatMap(({ profileMenu = [] }) => profileMenu),
        jobs,
        scopes,
      }),
      recordEdits: new RecordEdits(
        declared.recordEdits,
        resources,
        plugins.flatMap(({ recordLinks = [] }) => recordLinks)
      ),
      search: new SearchRegistry({
        indexes: withPublicAliases(search.indexes, names),
        types: search.types,
        actions: bare(declared.searchActions),
        parts: bare(declared.searchParts),
        referenceResolvers: bare(declared.referenceResolvers),
      }),
      publications,
      recordChanges: new RecordChanges(publications),
      consumers: new ConsumerRegistry(declared.consumers),
      derivations: new Derivations(bare(declared.derivations)),
      events,
      jobs,
      webhookEvents: new WebhookEvents(declared.webhooks, names),
      publicCatalog: assemblePublicCatalog(declared, names, bearer.definition),
    })
  }
}

function bare<T>(declared: Declared<T>[]): T[] {
  return declared.map(({ declaration }) => declaration)
}

/** @throws PluginError for an endpoint that counts its requests in an undeclared scope */
function checkScopes(served: { path: string; access?: Access }[], scopes: ScopeRegistry): void {
  for (const { path, access = {} } of served) {
    const { scopes: names = [], anonymousScopes = [], writeScope = [] } = access
    const unknown = [...names, ...anonymousScopes, writeScope]
      .flat()
      .find((name) => !scopes.has(name))
    if (unknown !== undefined)
      throw new PluginError(
        'E_UNKNOWN_SCOPE',
        `"${path}" counts its requests in the scope "${unknown}", which no plugin declares`
      )
  }
}

function checkEndpoints(endpoints: Declared<EndpointDefinition>[], resources: ResourceRegistry) {
  const addresses = (path: string, versions: Version[]) =>
    versions.map((version) => `${version}/${path}`)
  const taken = new Set(resources.all().flatMap(({ path, versions }) => addresses(path, versions)))
  for (const { plugin, declaration } of endpoints) {
    const { path } = declaration
    for (const address of addresses(path, getEndpointVersions(declaration))) {
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

/** @throws PluginError for an endpoint or a staff list that requires an undeclared permission */
function checkRights(
  served: { path: string; access?: Access }[],
  lists: AdminList[],
  { descriptions }: RightRegistry
): void {
  const required = [
    ...served.flatMap(({ path, access: { right, rightOf } = {} }) =>
      [right, ...Object.values(rightOf ?? {})].map((name) => ({ path, name }))
    ),
    ...lists.flatMap((list) =>
      [list, ...listActions(list)].map(({ right: name }) => ({ path: list.path, name }))
    ),
  ]
  const unknown = required.find(({ name }) => name !== undefined && !(name in descriptions))
  if (unknown)
    throw new PluginError(
      'E_UNKNOWN_RIGHT',
      `"${unknown.path}" requires the permission "${unknown.name}", which no plugin declares in "rights"`
    )
}
