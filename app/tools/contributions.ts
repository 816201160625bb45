/**
 * What a plugin contributes to the tools of AI clients.
 */
import type { LazyList } from '#app/support/lazy'
import type { DocumentDefinition, PromptDefinition, ToolResourceDefinition } from './definitions.js'
import type { ToolDefinition } from './define_tool.js'

export interface ToolContributions {
  /** Tools for AI clients. */
  tools?: LazyList<ToolDefinition>
  /** Records whose texts tools read. */
  documents?: LazyList<DocumentDefinition>
  /** Texts that AI clients read under a URI. */
  toolResources?: LazyList<ToolResourceDefinition>
  /** Requests that people choose in their AI client. */
  prompts?: LazyList<PromptDefinition>
}
