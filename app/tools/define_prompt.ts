/**
 * `definePrompt`: a request that people choose in their AI client, with
 * blanks to fill in (MCP, prompts).
 */

export interface PromptArgument {
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
