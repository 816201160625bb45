/**
 * `defineTool`: a tool that AI clients call over the Model Context Protocol
 * (MCP). The tool server offers those of all plugins.
 */
import type { Catalog } from '#api/catalog'
import type { DocumentDefinition } from './definitions.js'
import type { ApplicationService } from '@adonisjs/core/types'
import type { ApiClient } from './api_client.js'

/** JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>

/** The input of every tool is one object without undeclared members. */
export interface InputSchema extends JsonSchema {
  type: 'object'
  properties: Record<string, JsonSchema>
  required?: string[]
}

/** What clients learn of a tool (MCP, ToolAnnotations). */
export interface ToolHints {
  /** Changes nothing. */
  readOnly: boolean
  /** Deletes or overwrites. */
  destructive: boolean
  /** A second call with the same arguments changes nothing more. */
  idempotent: boolean
  /** Has an effect outside this server, such as an email. */
  openWorld: boolean
}

/** Content of other kinds: images, audio, embedded resources (MCP, ContentBlock). */
export class ToolContent {
  constructor(readonly blocks: { type: string; [member: string]: unknown }[]) {}
}

/** An object is sent as JSON, a text as it is. */
export type ToolResult = string | Record<string, unknown> | ToolContent

export interface ToolDefinition<Arguments extends object = Record<string, never>> {
  /** Letters, digits and underscores. */
  name: string
  /** For people: `Get Result Count`. */
  title: string
  /** For models: what it does, what it costs, which tool comes next. */
  description: string
  /** Place in the list, in ascending order; no two tools share one. */
  position: number
  /** Beyond the tools that clients of the modeled server know: `MCP_EXTRA_TOOLS=off` hides it. */
  extra?: boolean
  hints: ToolHints
  /** Derived from what the server serves wherever it names resources, fields or filters. */
  input: (catalog: Catalog, documents: readonly DocumentDefinition[]) => InputSchema
  /** Arguments of a call over the sample archive, which the page of the tools shows with its result. */
  example?: Partial<Arguments>
  /**
   * @param args validated against `input`, without members that were null
   * @throws ToolError, whose message the client sees
   */
  call: (args: Arguments, context: ToolContext) => Promise<ToolResult>
}

/** Declares a tool. */
export function defineTool<Arguments extends object>(
  definition: ToolDefinition<Arguments>
): ToolDefinition {
  return definition as unknown as ToolDefinition
}

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
