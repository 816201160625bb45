/**
 * `definePlugin`: what a folder of `plugins/` brings. A manifest is data and
 * lazy imports only; nothing of it runs before the host asks.
 */
import type { BaseCommand } from '@adonisjs/core/ace'
import type { Router } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import type { MiddlewareFn, ParsedNamedMiddleware } from '@adonisjs/core/types/http'
import type { AccountContributions } from '#app/accounts/contributions'
import type { ApiContributions } from '#api/contributions'
import type { BulkContributions } from '#app/bulk/contributions'
import type { ConsoleContributions } from '#app/console/contributions'
import type { EventContributions } from '#app/events/contributions'
import type { JobContributions } from '#app/jobs/contributions'
import type { NameContributions } from '#app/names/contributions'
import type { SearchContributions } from '#app/search/contributions'
import type { SettingContributions } from '#app/settings/contributions'
import type { LazyDefault } from '#app/support/lazy'
import type { ThrottleContributions } from '#app/throttle/contributions'
import type { ToolContributions } from '#app/tools/contributions'
import type { WebContributions } from '#app/web/contributions'
import type { RecordPages } from '#app/web/record_pages'
import type { WebhookContributions } from '#app/webhooks/contributions'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** What a plugin's routes module gets to work with. */
export interface PluginRouteContext {
  router: Router
  /** Pages of records, and sections of the pages of others' records. */
  pages: RecordPages
  /**
   * Middleware of pages with a session, of those for signed-in users, of their
   * forms that send something out or could be used to guess a password, and of
   * their forms with a file, whose body is left to the handler.
   */
  sessions: Record<
    'any' | 'signedIn' | 'limitedForms' | 'fileForms',
    (MiddlewareFn | ParsedNamedMiddleware)[]
  >
}

/** Each folder of `app/` says in its `contributions.ts` what plugins contribute to it. */
export interface PluginDefinition
  extends
    AccountContributions,
    ApiContributions,
    BulkContributions,
    ConsoleContributions,
    EventContributions,
    JobContributions,
    NameContributions,
    SearchContributions,
    SettingContributions,
    ThrottleContributions,
    ToolContributions,
    WebContributions,
    WebhookContributions {
  /** Name of the folder, in snake_case. */
  name: string
  /** One sentence for `plugins:list` and the docs. */
  description: string
  /** Plugins that must be installed, and come before this one. */
  requires?: string[]
  /** Plugins that come before this one where they are installed. */
  after?: string[]

  /** Names under which databases recorded migrations of its folder before they moved there, by file name. */
  movedMigrations?: Record<string, string>
  /** Beginnings of the names of tables it makes for a while: a backup leaves them out. */
  scratchTables?: string[]
  /** Routes that resources cannot express. */
  routes?: LazyDefault<(context: PluginRouteContext) => void>
  /** What must be done before the server takes its first request; runs in one process at a time. */
  prepare?: LazyDefault<(app: ApplicationService) => Promise<void>>
  /** Ace commands. */
  commands?: LazyDefault<typeof BaseCommand>[]
  /** Records of its resources that the demo account starts with. */
  demo?: LazyDefault<(records: DemoRecords) => Promise<void>>
}

/**
 * Declares a plugin. Migrations (`database/migrations`) and templates
 * (`views`, as `name::template`; those of emails in `views/mails`) are found
 * by their folders.
 */
export function definePlugin(definition: PluginDefinition): PluginDefinition {
  return definition
}

/** What a plugin's `demo` module works with. */
export interface DemoRecords {
  /** The transaction that makes the records of all plugins. */
  trx: TransactionClientContract
  /**
   * Makes a record as the account would over the API.
   *
   * @returns its key
   * @throws ApiError
   */
  create: (resource: string, values: Record<string, unknown>) => Promise<string>
  /** Grants the account a right that the plugin declares, so that a newcomer can try what asks for it. */
  grant: (right: string) => Promise<void>
}
