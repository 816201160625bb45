/** A plugin's contributions to the tools of AI clients. */
import type { LazyList } from '#app/support/lazy'
import type { DocumentDefinition, PromptDefinition, ToolResourceDefinition } from './definitions.js'
import type { ToolDefinition } from './define_tool.js'

export interface ToolContributions {
  /** Tools for AI clients. */
  tools?: LazyList<ToolDefinition>
  /** Records whose text can be read with tools. */
  documents?: LazyList<DocumentDefinition>
  /** Texts that AI clients read by URI. */
  toolResources?: LazyList<ToolResourceDefinition>
  /** Prompts that users select in their AI client. */
  prompts?: LazyList<PromptDefinition>
}
