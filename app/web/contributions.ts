/**
 * What a plugin contributes to the web pages of the server.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import type { LazyDefault } from '#app/support/lazy'

export interface MenuItem {
  label: string
  path: string
}

/** Answers the requests below a path by itself: no router, session or body parser comes before it. */
export interface Mount {
  /** Beginning of the path: `/oidc`. The handler sees what follows; all of it is in `originalUrl`. */
  path: string
  handler: LazyDefault<MountHandler>
}

export type MountedRequest = IncomingMessage & { originalUrl: string }

/** Ends the response, at once or later. The context serves to read what proxies forward. */
export type MountHandler = (
  request: MountedRequest,
  response: ServerResponse,
  app: ApplicationService,
  ctx: HttpContext
) => unknown

/** Makes a part of the documentation from declarations: Markdown. */
export type DocPart = (ctx: HttpContext) => string | Promise<string>

/** A kind of records the front page counts. */
export interface Holding {
  /** What they are called, in the plural: `Decisions`. */
  label: string
  resource: string
  /** Where visitors find them. */
  path: string
  /** Its date field by which the front page lists the newest; it is an ordering of the resource. */
  newest?: string
}

/** Something that is off or absent until an operator sets it up. */
export interface OptionalPart {
  name: string
  /** Completes "It …". */
  adds: string
  /** What sets it up: a setting with any value (`SMTP_URL`), or with one (`FEEDS=on`). */
  setting: string
  /** Page of the documentation that explains it. */
  page: string
}

export interface WebContributions {
  /** Pages in the menu at the top of every page, before those of the server. */
  menu?: MenuItem[]
  /** Requests that show what it holds, below `/api/rest/v4/`: the start and the front page print them. */
  examples?: string[]
  /** Records it holds, as the front page counts them. */
  holdings?: Holding[]
  /** Documentation pages: `docs/<name>.md` in the plugin's folder is served as `/docs/<name>/`. */
  docs?: string[]
  /** By name: what replaces `<!-- name -->` in pages of the documentation. */
  docParts?: Record<string, LazyDefault<DocPart>>
  /** What of it is off or absent by default. */
  optionalParts?: OptionalPart[]
  /** Raw HTTP handlers. */
  mounts?: Mount[]
}
