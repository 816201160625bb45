/**
 * `defineDocument`: records with a text that tools read, search and analyze.
 * The plugin that owns the records says where their text is.
 */
import type { ApiClient } from './api_client.js'

/** Records that have several documents, of which one is read when only the record is named. */
export interface DocumentGroup {
  /** Argument of tools: `cluster_id`. */
  argument: string
  description: string
  /**
   * @returns ID of the document that is read, and of the others
   * @throws ToolError if the record has no document
   */
  documents: (id: number, api: ApiClient) => Promise<{ main: number; others: number[] }>
}

export interface DocumentDefinition {
  /** As results call it: `opinion`; tools take its ID as `opinion_id`. */
  type: string
  /** For models: what the ID is of, and where to find it. */
  description: string
  /** Place among the arguments of tools, in ascending order. */
  position: number
  /** Endpoint of the records; what changes in its table withdraws texts that were kept. */
  endpoint: string
  /** Fields of a record that may have its text: the first that is not blank has. */
  texts: string[]
  group?: DocumentGroup
}

/** Declares documents. */
export function defineDocument(definition: DocumentDefinition): DocumentDefinition {
  return definition
}

/**
 * `definePrompt`: a request that people choose in their AI client, with
 * blanks to fill in (MCP, prompts).
 */

interface PromptArgument {
  name: string
  description: string
  required: boolean
}

export interface PromptDefinition {
  /** Letters, digits and underscores. */
  name: string
  /** For people. */
  title: string
  description: string
  arguments: PromptArgument[]
  /** Tools it asks the model to call: it is offered where all of them are. */
  tools: string[]
  /** What the model is asked, with the arguments that were given. */
  text: (args: Readonly<Record<string, string>>) => string
}

/** Declares a prompt. */
export function definePrompt(definition: PromptDefinition): PromptDefinition {
  return definition
}

/** Calls a tool of the server by its name, with arguments as a client would send them. */
type ToolCaller = (tool: string, args: Record<string, unknown>) => Promise<unknown>

export interface ToolResourceDefinition {
  /** `curia://docket/{id}`; one without variables is in the list of resources, others are templates. */
  uri: string
  /** Words with hyphens between, for programs. */
  name: string
  /** For people. */
  title: string
  description: string
  mimeType: string
  /** Tools it calls: it is offered where all of them are. */
  tools: string[]
  /**
   * @param variables of the URI: whole numbers
   * @throws ToolError, whose message the client sees
   */
  read: (variables: Record<string, number>, call: ToolCaller) => Promise<string>
}

/** Declares a resource or a template of resources. */
export function defineToolResource(definition: ToolResourceDefinition): ToolResourceDefinition {
  return definition
}
