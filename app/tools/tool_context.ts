/**
 * What a tool works with during one call.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Catalog } from '#api/catalog'
import type { ApiClient } from './api_client.js'
import type { DocumentDefinition } from './definitions.js'

/** What is kept for later calls, for an hour after it was last written. */
export interface CallerState {
  /** What was kept under a kind and ID by the same credential; undefined when it expired, or never was. */
  get<T>(kind: string, id: string): Promise<T | undefined>
  set(kind: string, id: string, value: unknown): Promise<void>
}

/** Texts of documents, shared by all callers, for a day at most; withdrawn when a document changes. */
export interface SharedTexts {
  get(type: string, id: number): Promise<string | undefined>
  set(type: string, id: number, text: string): Promise<void>
}

export interface ToolContext {
  /** The API, called with the credentials of the caller. */
  api: ApiClient
  /** What the server serves, under its own names. */
  catalog: Catalog
  /** Records whose texts tools read, in the order of their arguments. */
  documents: readonly DocumentDefinition[]
  state: CallerState
  texts: SharedTexts
  /** Aborted when the client has gone. */
  signal: AbortSignal
  app: ApplicationService
}
