/**
 * `defineDocument` declares records with text that tools read, search, and analyze. The plugin
 * that owns the records declares where their text is stored.
 */
import type { Catalog } from '#api/catalog'
import type { Choice } from '#api/field_types'
import type { ListedValues } from '#app/search/define_search_type'
import type { ApiClient } from './api_client.js'

/** Records with several documents; one of them is read if only the record is given. */
export interface DocumentGroup {
  /** Name of the argument: `cluster_id`. */
  argument: string
  description: string
  /**
   * @returns IDs of the document that is read and of the others
   * @throws ToolError if the record has no document
   */
  documents: (id: number, api: ApiClient) => Promise<{ main: number; others: number[] }>
}

export interface DocumentDefinition {
  /** Name in results: `opinion`. The argument with its ID is `opinion_id`. */
  type: string
  /** Instructions for models: what the ID identifies and where to find it. */
  description: string
  /** Endpoint of the records. Changes in its table remove cached texts. */
  endpoint: string
  /** Fields that may contain the text; the first non-empty one is used. */
  texts: string[]
  group?: DocumentGroup
}

/** Declares documents. */
export function defineDocument(definition: DocumentDefinition): DocumentDefinition {
  return definition
}

export interface CompletionContext {
  /** Values of the other arguments that the user has entered. */
  args: Readonly<Record<string, string>>
  catalog: Catalog
  /** Lists whose values are records, such as courts. */
  lists: { of: (list: ListedValues) => Promise<Choice[]> }
}

/** Returns the values that an argument can have, for completion while users type. */
export type Completer = (context: CompletionContext) => Promise<Choice[]> | Choice[]

/**
 * `definePrompt` declares a prompt that users select in their AI client, with arguments to
 * fill in (MCP, prompts).
 */

interface PromptArgument {
  name: string
  description: string
  required: boolean
  /** Suggests values. */
  complete?: Completer
}

export interface PromptDefinition {
  /** Letters, digits, and underscores. */
  name: string
  /** Display name. */
  title: string
  description: string
  arguments: PromptArgument[]
  /** Tools that the prompt uses. It is offered only if all of them are available. */
  tools: string[]
  /** The prompt text for the given arguments. */
  text: (args: Readonly<Record<string, string>>) => string
}

/** Declares a prompt. */
export function definePrompt(definition: PromptDefinition): PromptDefinition {
  return definition
}

/** Calls a tool by name, with arguments as sent by a client. */
type ToolCaller = (tool: string, args: Record<string, unknown>) => Promise<unknown>

export interface ToolResourceDefinition {
  /** `curia://docket/{id}`. URIs without variables are listed as resources, others as templates. */
  uri: string
  /** Identifier in kebab case. */
  name: string
  /** Display name. */
  title: string
  description: string
  mimeType: string
  /** Variables that are texts, with their suggested values. All others are whole numbers. */
  texts?: Record<string, Completer>
  /** Tools that the resource calls. It is offered only if all of them are available. */
  tools: string[]
  /**
   * @param variables values from the URI
   * @throws ToolError, whose message is sent to the client
   */
  read: (variables: Record<string, number | string>, call: ToolCaller) => Promise<string>
}

/** Declares a resource or a resource template. */
export function defineToolResource(definition: ToolResourceDefinition): ToolResourceDefinition {
  return definition
}
