/**
 * `defineToolResource`: a text that AI clients read under a URI (MCP,
 * resources), mostly what a tool returns. Prompts and people name it without
 * a call.
 */

/** Calls a tool of the server by its name, with arguments as a client would send them. */
export type ToolCaller = (tool: string, args: Record<string, unknown>) => Promise<unknown>

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
