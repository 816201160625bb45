/**
 * `definePlugin`: what a folder of `plugins/` brings. A manifest is data and
 * lazy imports only; nothing of it runs before the host asks.
 */
import type { Router } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import type { MiddlewareFn, ParsedNamedMiddleware } from '@adonisjs/core/types/http'
import type { EndpointDefinition } from '#api/define_endpoint'
import type { ResourceDefinition, ResourceExtension } from '#api/define_resource'
import type { DemoRecords } from './demo_records.js'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import type { AdminList } from '#app/console/admin/admin_list'
import type { HealthSection } from '#app/console/admin/health/health_section'
import type { EventContributions } from '#app/events/contributions'
import type { JobDefinition } from '#app/jobs/define_job'
import type { SearchIndexDefinition, SearchIndexExtension } from '#app/search/define_search_index'
import type { SearchTypeDefinition, SearchTypeExtension } from '#app/search/define_search_type'
import type { PublicNames } from '#app/names/define_public_names'
import type { RecordPages } from '#app/web/record_pages'
import type { WebhookEventDefinition } from '#app/webhooks/define_webhook_event'

type Lazy<T> = () => Promise<T>
type LazyDefault<T> = Lazy<{ default: T }>

/** What a plugin's routes module gets to work with. */
export interface PluginRouteContext {
  router: Router
  /** Pages of records, and sections of the pages of others' records. */
  pages: RecordPages
  /** Middleware of pages with a session, and of those for whoever is signed in. */
  sessions: Record<'any' | 'signedIn', (MiddlewareFn | ParsedNamedMiddleware)[]>
}

export interface PluginDefinition extends EventContributions {
  /** Name of the folder, in snake_case. */
  name: string
  /** One sentence for `plugins:list` and the docs. */
  description: string
  /** Plugins that must be there, and come before this one. */
  requires?: string[]
  /** Plugins that come before this one where they are there. */
  after?: string[]

  /** Rights of accounts its endpoints ask for, with a sentence on each. */
  rights?: Record<string, string>

  /** Endpoints. Their order is that of the API root. */
  resources?: LazyDefault<ResourceDefinition>[]
  /** Endpoints that are no table's list. */
  endpoints?: LazyDefault<EndpointDefinition>[]
  /** Additions to resources of the plugins it requires. */
  extensions?: LazyDefault<ResourceExtension | ResourceExtension[]>[]
  /** Routes that resources cannot express. */
  routes?: LazyDefault<(context: PluginRouteContext) => void>
  /** What must be done before the server takes its first request; runs in one process at a time. */
  prepare?: LazyDefault<(app: ApplicationService) => Promise<void>>
  /** Ace commands. */
  commands?: LazyDefault<unknown>[]
  /** Tables it fills from bulk-data files. */
  bulk?: LazyDefault<BulkTable[]>[]

  /** What of its records can be searched, and the types of search over it. */
  searchIndexes?: LazyDefault<SearchIndexDefinition>[]
  searchTypes?: LazyDefault<SearchTypeDefinition | SearchTypeDefinition[]>[]
  /** Additions to indexes and search types of the plugins it requires. */
  searchExtensions?: LazyDefault<(SearchIndexExtension | SearchTypeExtension)[]>[]

  /** What the public service calls its resources, where that differs. */
  publicNames?: LazyDefault<PublicNames>[]

  /** Background jobs. */
  jobs?: LazyDefault<JobDefinition | JobDefinition[]>[]
  /** Events that webhooks are sent for. */
  webhooks?: LazyDefault<WebhookEventDefinition | WebhookEventDefinition[]>[]
  /** Lists of the staff console. */
  admin?: LazyDefault<AdminList>[]
  /** Sections of the staff's health page. */
  health?: LazyDefault<HealthSection>[]
  /** Mails it sends. */
  mails?: LazyDefault<unknown>[]
  /** Tools of the tool server. */
  tools?: LazyDefault<unknown>[]
  /** Records of its resources that the demo account starts with. */
  demo?: LazyDefault<(records: DemoRecords) => Promise<void>>
  /** Addresses below a version that show what there is: `courts/?jurisdiction=F`. The sample archive answers them. */
  examples?: string[]
  /** Markdown pages of its folder, shown under /docs/. */
  docs?: string[]
}

/** Declares a plugin. `models`, `migrations` and `views` (as `name::template`) are found by their folders. */
export function definePlugin(definition: PluginDefinition): PluginDefinition {
  return definition
}
