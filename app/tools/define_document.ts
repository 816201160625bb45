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
   * @throws ToolError when there are none
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
