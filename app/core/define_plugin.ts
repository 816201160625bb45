/**
 * The manifest of a plugin: data and lazy imports.
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
import { PluginRegistration, type Registered, type RegisteredKey } from './plugin_registration.js'
import type { WebhookContributions } from '#app/webhooks/contributions'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Parameter of a plugin's routes module. */
export interface PluginRouteContext {
  router: Router
  /** Adds pages of records, and sections to the pages of other plugins' records. */
  pages: RecordPages
  /**
   * Middleware of pages: `any` for pages with a session, `signedIn` for pages
   * of signed-in users, `limitedForms` for forms that send something or could
   * be used to guess a password, `fileForms` for forms with a file, whose body
   * the handler reads.
   */
  sessions: Record<
    'any' | 'signedIn' | 'limitedForms' | 'fileForms',
    (MiddlewareFn | ParsedNamedMiddleware)[]
  >
}

/** Each folder of `app/` declares in its `contributions.ts` what plugins contribute to it. */
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
    WebhookContributions,
    Registered {
  /** Name of the plugin's folder, in snake_case. */
  name: string
  /** What the plugin adds, in one sentence. */
  description: string
  /** Plugins that this plugin requires; they load first. */
  requires?: string[]
  /** Routes of pages, and routes that resources and endpoints can't express. */
  routes?: LazyDefault<(context: PluginRouteContext) => void>
  /** Runs before the server accepts requests, in one process at a time. */
  prepare?: LazyDefault<(app: ApplicationService) => Promise<void>>
  /** Ace commands. */
  commands?: LazyDefault<typeof BaseCommand>[]
  /** Creates records for the demo account. */
  demo?: LazyDefault<(records: DemoRecords) => Promise<void>>
}

/** What `plugin.ts` of a plugin declares. */
export interface PluginManifest extends Omit<PluginDefinition, RegisteredKey> {
  /** Declares rarely needed contributions with the methods below. */
  register?: (host: PluginRegistration) => void
}

/**
 * Declares a plugin. Migrations (`database/migrations`) and templates
 * (`views`, as `name::template`; those of emails in `views/mails`) are found
 * by their folders.
 */
export function definePlugin({ register, ...manifest }: PluginManifest): PluginDefinition {
  const host = new PluginRegistration()
  register?.(host)
  return { ...manifest, ...host.registered }
}

/** Parameter of a plugin's `demo` module. */
export interface DemoRecords {
  /** The transaction that creates the records of all plugins. */
  trx: TransactionClientContract
  /**
   * Creates a record as the account would over the API.
   *
   * @returns the key of the record
   * @throws ApiError
   */
  create: (resource: string, values: Record<string, unknown>) => Promise<string>
  /** Grants the account a permission that the plugin declares. */
  grant: (right: string) => Promise<void>
}
