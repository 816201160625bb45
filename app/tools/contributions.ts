/**
 * What a plugin contributes to the tools of AI clients.
 */
import type { LazyList } from '#app/support/lazy'
import type { ToolDefinition } from './define_tool.js'

export interface ToolContributions {
  /** Tools that the tool server offers. */
  tools?: LazyList<ToolDefinition>
}
