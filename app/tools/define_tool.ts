/**
 * `defineTool` declares a tool that AI clients call over the Model Context Protocol (MCP). The
 * tool server offers the tools of all plugins.
 */
import type { Catalog } from '#api/catalog'
import type { DocumentDefinition } from './definitions.js'
import type { ApplicationService } from '@adonisjs/core/types'
import type { ApiClient } from './api_client.js'

/** JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>

/** The input of a tool: an object that doesn't allow undeclared properties. */
export interface InputSchema extends JsonSchema {
  type: 'object'
  properties: Record<string, JsonSchema>
  required?: string[]
}

/** The structured content of a result: an object, which can have further properties. */
export interface OutputSchema extends JsonSchema {
  type: 'object'
  properties: Record<string, JsonSchema>
  required?: string[]
}

/** Annotations for clients (MCP, ToolAnnotations). */
export interface ToolHints {
  /** The tool changes nothing. */
  readOnly: boolean
  /** The tool deletes or overwrites data. */
  destructive: boolean
  /** Repeating a call with the same arguments has no further effect. */
  idempotent: boolean
  /** The tool has effects outside this server, such as sending email. */
  openWorld: boolean
}

/** Other content types: images, audio, embedded resources (MCP, ContentBlock). */
export class ToolContent {
  constructor(readonly blocks: { type: string; [member: string]: unknown }[]) {}
}

/** A text, and the same result as data for clients that process it. */
export class ToolText {
  constructor(
    readonly text: string,
    readonly data: Record<string, unknown>
  ) {}
}

/** Objects are sent as JSON text and as structured content, strings as text only. */
export type ToolResult = string | Record<string, unknown> | ToolText | ToolContent

export interface ToolDefinition<Arguments extends object = Record<string, never>> {
  /** Letters, digits, and underscores. */
  name: string
  /** Display name: `Get Result Count`. */
  title: string
  /** Instructions for models: purpose, cost, and the tool to call next. */
  description: string
  /** Tool that clients see before this one, if it's installed. Without it, the tool follows those of earlier plugins. */
  after?: string
  /**
   * Whether the tool doesn't exist on the modeled server. `MCP_EXTRA_TOOLS=off` hides these
   * tools.
   */
  extra?: boolean
  hints: ToolHints
  /**
   * Schema of the arguments, generated from the catalog where it names resources, fields, or
   * filters.
   */
  input: (catalog: Catalog, documents: readonly DocumentDefinition[]) => InputSchema
  /**
   * Schema of the structured content, generated from the catalog where it contains records.
   * With a schema, each result is an object or a `ToolText`. Without one, the result has no
   * structured content.
   */
  output?: (catalog: Catalog, documents: readonly DocumentDefinition[]) => OutputSchema
  /** Arguments for the sample archive. The tools page shows the call with its result. */
  example?: Partial<Arguments>
  /**
   * @param args arguments validated against `input`, without null values
   * @throws ToolError, whose message is sent to the client
   */
  call: (args: Arguments, context: ToolContext) => Promise<ToolResult>
}

/** Declares a tool. */
export function defineTool<Arguments extends object>(
  definition: ToolDefinition<Arguments>
): ToolDefinition {
  return definition as unknown as ToolDefinition
}

/** State that is kept between calls. It expires an hour after the last write. */
export interface CallerState {
  /** The value that the same credential stored; undefined if it doesn't exist or has expired. */
  get<T>(kind: string, id: string): Promise<T | undefined>
  set(kind: string, id: string, value: unknown): Promise<void>
}

/** Document texts, shared by all callers for up to a day and removed when a document changes. */
export interface SharedTexts {
  get(type: string, id: number): Promise<string | undefined>
  set(type: string, id: number, text: string): Promise<void>
}

/**
 * Reports the progress of a call to the client, on request.
 *
 * @param progress amount done, which increases with each report
 * @param total amount when done
 */
export type ReportProgress = (progress: number, total: number, message: string) => Promise<void>

/** The services that a tool uses during a call. */
export interface ToolContext {
  /** An API client with the caller's credentials. */
  api: ApiClient
  /** The catalog under Curia's own names. */
  catalog: Catalog
  /** Records whose text can be read, in the order of their arguments. */
  documents: readonly DocumentDefinition[]
  state: CallerState
  texts: SharedTexts
  progress: ReportProgress
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  app: ApplicationService
}
