/**
 * `register(host)` of the manifest: rarely needed declarations.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { ApiContributions } from '#api/contributions'
import type { AccountContributions, QuotaDeclaration } from '#app/accounts/contributions'
import type { BearerDefinition } from '#app/accounts/bearer_tokens'
import type { ConsoleContributions } from '#app/console/contributions'
import type { EventContributions, EventListener } from '#app/events/contributions'
import type { SearchContributions } from '#app/search/contributions'
import type { LazyDefault } from '#app/support/lazy'
import type {
  DocPart,
  Holding,
  MenuItem,
  MountHandler,
  OptionalPart,
  TaskCard,
  WebContributions,
} from '#app/web/contributions'
import { PluginError } from '#app/support/plugin_error'
import type { ToolContributions } from '#app/tools/contributions'

interface Contributions
  extends
    AccountContributions,
    ApiContributions,
    ConsoleContributions,
    EventContributions,
    SearchContributions,
    ToolContributions,
    WebContributions {
  /** Plugins that load before this one, if they are installed. */
  after?: string[]
  /** Earlier paths of migrations, by current file name. */
  movedMigrations?: Record<string, string>
  /** Prefixes of the names of temporary tables, which backups exclude. */
  scratchTables?: string[]
  /** Create the carried triggers (`CARRIED`) again after a migration dropped them. */
  triggers?: LazyDefault<(app: ApplicationService) => Promise<void>>[]
}

/** Keys of a definition that only `register` sets. */
export const REGISTERED = [
  'after',
  'bearer',
  'derivations',
  'docParts',
  'documents',
  'events',
  'examples',
  'holdings',
  'listens',
  'menu',
  'mounts',
  'movedMigrations',
  'optionalParts',
  'prompts',
  'quotas',
  'recordEdits',
  'recordEndpoints',
  'recordLinks',
  'referenceResolvers',
  'rewriters',
  'valueReaders',
  'scratchTables',
  'searchActions',
  'searchExtensions',
  'searchParts',
  'staffSearch',
  'synonyms',
  'taskCards',
  'toolResources',
  'triggers',
] as const satisfies (keyof Contributions)[]

export type RegisteredKey = (typeof REGISTERED)[number]

export type Registered = Pick<Contributions, RegisteredKey>

type NamedKey = 'quotas' | 'docParts' | 'events' | 'listens'
type ListKey = Exclude<RegisteredKey, NamedKey | 'bearer' | 'movedMigrations'>

/** An item of a list: data, or a module that exports one declaration or several. */
type ItemOf<Key extends ListKey> = Required<Registered>[Key][number]

export class PluginRegistration {
  /** Registered declarations, by key of the definition. */
  readonly registered: Registered = {}

  /** Loads the plugin after another one, if that is installed. */
  loadAfter(plugin: string): void {
    this.#listed('after', plugin)
  }

  /**
   * Limits the number of records of a kind that an account may have. A
   * membership level can set a different number.
   */
  quota(name: string, quota: QuotaDeclaration): void {
    this.#named('quotas', name, quota)
  }

  /** Issues access tokens. Only one plugin can do so. */
  bearerTokens(tokens: BearerDefinition): void {
    this.registered.bearer = tokens
  }

  /** Adds a page to the menu at the top of every page, before the server's pages. */
  menuItem(item: MenuItem): void {
    this.#listed('menu', item)
  }

  /** Counts a kind of records on the home page. */
  holding(holding: Holding): void {
    this.#listed('holdings', holding)
  }

  /** Adds a card for a task to the account overview and, optionally, to the home page. */
  taskCard(card: TaskCard): void {
    this.#listed('taskCards', card)
  }

  /**
   * Shows an example request on the home page and at startup.
   *
   * @param request path and query string below `/api/rest/v4/`
   */
  example(request: string): void {
    this.#listed('examples', request)
  }

  /** Lists a feature that is off until an operator sets it up. */
  optionalPart(part: OptionalPart): void {
    this.#listed('optionalParts', part)
  }

  /** Replaces `<!-- name -->` in the documentation with generated Markdown. */
  docPart(name: string, part: LazyDefault<DocPart>): void {
    this.#named('docParts', name, part)
  }

  /** Handles all requests below a path without the router, sessions, or the body parser. */
  mount(path: string, handler: LazyDefault<MountHandler>): void {
    this.#listed('mounts', { path, handler })
  }

  /**
   * Declares an event that the plugin publishes.
   *
   * @param name for example, `docket.merged`
   * @param description when it is published, in one sentence
   */
  event(name: string, description: string): void {
    this.#named('events', name, description)
  }

  /** Handles an event. Each listener is a separate job. */
  listen(event: string, listener: LazyDefault<EventListener>): void {
    this.#named('listens', event, listener)
  }

  /** Declares rows that the plugin derives from others; see `markOrigin`. */
  derivations(module: ItemOf<'derivations'>): void {
    this.#listed('derivations', module)
  }

  /** Extends search indexes and search types of required plugins. */
  searchExtensions(module: ItemOf<'searchExtensions'>): void {
    this.#listed('searchExtensions', module)
  }

  /** Changes the words of a query before the search. */
  queryRewriters(module: ItemOf<'rewriters'>): void {
    this.#listed('rewriters', module)
  }

  /** Converts the values of a keyword field in queries to their form in the index. */
  valueReaders(module: ItemOf<'valueReaders'>): void {
    this.#listed('valueReaders', module)
  }

  /** Resolves references in a query that need the archive. */
  referenceResolvers(module: ItemOf<'referenceResolvers'>): void {
    this.#listed('referenceResolvers', module)
  }

  /** Adds synonyms for all search indexes. */
  synonyms(module: ItemOf<'synonyms'>): void {
    this.#listed('synonyms', module)
  }

  /** Adds buttons to the search results page. */
  searchActions(module: ItemOf<'searchActions'>): void {
    this.#listed('searchActions', module)
  }

  /** Adds sections to the search results page. */
  searchParts(module: ItemOf<'searchParts'>): void {
    this.#listed('searchParts', module)
  }

  /** Lets AI clients read the texts of records with the document tools. */
  toolDocuments(module: ItemOf<'documents'>): void {
    this.#listed('documents', module)
  }

  /** Offers texts that AI clients read by URI. */
  toolResources(module: ItemOf<'toolResources'>): void {
    this.#listed('toolResources', module)
  }

  /** Offers prompts that people select in their AI client. */
  prompts(module: ItemOf<'prompts'>): void {
    this.#listed('prompts', module)
  }

  /** Lets staff edit fields of resources. */
  recordEdits(module: ItemOf<'recordEdits'>): void {
    this.#listed('recordEdits', module)
  }

  /** Adds an endpoint under the records of resources. */
  recordEndpoint(module: ItemOf<'recordEndpoints'>): void {
    this.#listed('recordEndpoints', module)
  }

  /** Adds a link to the pages of records, for staff who can edit them. */
  recordLink(link: ItemOf<'recordLinks'>): void {
    this.#listed('recordLinks', link)
  }

  /** Adds groups to the staff search. */
  staffSearch(module: ItemOf<'staffSearch'>): void {
    this.#listed('staffSearch', module)
  }

  /** Excludes tables whose names start with a prefix from backups. */
  scratchTables(prefix: string): void {
    this.#listed('scratchTables', prefix)
  }

  /** Creates the carried triggers (`CARRIED`) again after a migration dropped them. */
  triggers(module: ItemOf<'triggers'>): void {
    this.#listed('triggers', module)
  }

  /**
   * Lists the former paths of migrations that moved into the plugin's folder,
   * so that databases that have run them don't run them again.
   *
   * @param former earlier paths without extension, by current file name
   */
  movedMigrations(former: Record<string, string>): void {
    this.registered.movedMigrations = { ...this.registered.movedMigrations, ...former }
  }

  #listed<Key extends ListKey>(key: Key, item: ItemOf<Key>): void {
    const items = (this.registered[key] ?? []) as ItemOf<Key>[]
    this.registered[key] = [...items, item] as Registered[Key]
  }

  #named<Key extends NamedKey>(
    key: Key,
    name: string,
    value: Required<Registered>[Key][string]
  ): void {
    if (this.registered[key] && name in this.registered[key])
      throw new PluginError('E_BAD_PLUGIN', `"${name}" is registered twice under "${key}"`)
    this.registered[key] = { ...this.registered[key], [name]: value } as Registered[Key]
  }
}
