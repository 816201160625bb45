/**
 * Contributions of a plugin to the web pages.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import type { LazyDefault } from '#app/support/lazy'

export interface MenuItem {
  label: string
  path: string
}

/** Handles all requests under a path without the router, sessions, or the body parser. */
export interface Mount {
  /** Path prefix: `/oidc`. The handler sees the rest of the path; `originalUrl` has all of it. */
  path: string
  handler: LazyDefault<MountHandler>
}

export type MountedRequest = IncomingMessage & { originalUrl: string }

/** Ends the response, now or later. Use the context to read forwarded headers. */
export type MountHandler = (
  request: MountedRequest,
  response: ServerResponse,
  app: ApplicationService,
  ctx: HttpContext
) => unknown

/** Generates a part of the documentation from declarations, as Markdown. */
export type DocPart = (ctx: HttpContext) => string | Promise<string>

/** A kind of records counted on the home page. */
export interface Holding {
  /** Plural label: `Decisions`. */
  label: string
  resource: string
  /** Page that lists them. */
  path: string
  /** Date field for the newest records on the home page; it must be an ordering of the resource. */
  newest?: string
}

/** A task that people come for, as a card that links to its page. */
export interface TaskCard extends MenuItem {
  /** Description, in one sentence. */
  text: string
  /** Shows the card on the home page in addition to the account overview. */
  isOnHomePage?: true
  /** Whether the settings enable its page; the default is yes. */
  isEnabled?: () => Promise<boolean>
}

/** A feature that is off or unavailable until an operator sets it up. */
export interface OptionalPart {
  name: string
  /** Description as a verb phrase: "Sends emails". */
  adds: string
  /**
   * The setting that enables it: with any value (`SMTP_URL`), or with a specific one
   * (`FEEDS=on`).
   */
  setting: string
  /** Documentation page about it. */
  page: string
}

export interface WebContributions {
  /** Pages in the top menu, before those of the server. */
  menu?: MenuItem[]
  /** Example requests, under `/api/rest/v4/`, for startup and the home page. */
  examples?: string[]
  /** Kinds of records counted on the home page. */
  holdings?: Holding[]
  /** Tasks on the account overview and the home page. */
  taskCards?: TaskCard[]
  /**
   * Names of documentation pages: `docs/<name>.md` in the plugin's folder is served as
   * `/docs/<name>/`.
   */
  docs?: string[]
  /** Replacements for `<!-- name -->` in documentation pages, by name. */
  docParts?: Record<string, LazyDefault<DocPart>>
  /** Optional features. */
  optionalParts?: OptionalPart[]
  /** Raw HTTP handlers. */
  mounts?: Mount[]
}
