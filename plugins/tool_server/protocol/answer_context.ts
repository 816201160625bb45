/**
 * Resources and prompts of the protocol, and the completion of their arguments. The server
 * declares these capabilities only if it offers any.
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type CompleteRequestParams,
  type CompleteResult,
  type GetPromptResult,
  type ReadResourceResult,
  type Server,
} from '@modelcontextprotocol/server'
import { matchChoices } from '#app/tools/completers'
import type { Completer } from '#app/tools/definitions'
import { checkedArguments } from '#app/tools/tool_arguments'
import { ToolText, type ToolContext } from '#app/tools/define_tool'
import { ApiRefusal, ToolError } from '#app/tools/tool_error'
import type { Offers, ToolServices } from '../services.js'
import { buildResultMeta } from './call_tool.js'
import { resourceAt } from './offered_resources.js'

/** Returns the capabilities for the offered resources and prompts. */
export function contextCapabilities({
  resources,
  prompts,
}: Pick<Offers, 'resources' | 'prompts'>): {
  resources?: object
  prompts?: object
  completions?: Record<string, never>
} {
  return {
    ...(resources.length ? { resources: {} } : {}),
    ...(prompts.size ? { prompts: {} } : {}),
    ...(resources.length || prompts.size ? { completions: {} } : {}),
  }
}

/** Registers the handlers for the offered resources and prompts. */
export function answerContext(
  server: Server,
  services: ToolServices,
  context: () => ToolContext
): void {
  const { resources, prompts } = services
  if (resources.length) {
    server.setRequestHandler('resources/list', () => ({
      resources: resources
        .filter(({ variables }) => !variables.length)
        .map(({ uri, name, title, description, mimeType }) => ({
          uri,
          name,
          title,
          description,
          mimeType,
        })),
    }))
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: resources
        .filter(({ variables }) => variables.length)
        .map(({ uri, name, title, description, mimeType }) => ({
          uriTemplate: uri,
          name,
          title,
          description,
          mimeType,
        })),
    }))
    server.setRequestHandler('resources/read', ({ params }) =>
      readResource(params.uri, services, context())
    )
  }
  if (resources.length || prompts.size)
    server.setRequestHandler('completion/complete', ({ params }) => complete(params, services))
  if (prompts.size) {
    server.setRequestHandler('prompts/list', () => ({
      prompts: [...prompts.values()].map(({ name, title, description, arguments: args }) => ({
        name,
        title,
        description,
        arguments: args,
      })),
    }))
    server.setRequestHandler('prompts/get', ({ params }) =>
      getPrompt(params.name, params.arguments ?? {}, services)
    )
  }
}

/** @throws ProtocolError for an unknown prompt, URI template, or argument */
async function complete(
  { ref, argument, context }: CompleteRequestParams,
  { prompts, resources, registry, lists }: ToolServices
): Promise<CompleteResult> {
  const args = new Map<string, Completer | undefined>()
  if (ref.type === 'ref/prompt') {
    const prompt = prompts.get(ref.name)
    if (!prompt) throw refuse(`Unknown prompt: ${ref.name.slice(0, 100)}`)
    for (const { name, complete: completer } of prompt.arguments) args.set(name, completer)
  } else {
    const resource = resources.find(({ uri }) => uri === ref.uri)
    if (!resource) throw refuse(`Unknown resource template: ${ref.uri.slice(0, 200)}`)
    for (const name of resource.variables) args.set(name, resource.texts?.[name])
  }
  if (!args.has(argument.name)) throw refuse(`Unknown argument: ${argument.name.slice(0, 100)}`)
  const choices = await args.get(argument.name)?.({
    args: context?.arguments ?? {},
    catalog: registry.catalog,
    lists,
  })
  return { completion: { ...matchChoices(argument.value, choices ?? []) } }
}

const refuse = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** @throws ProtocolError without the text of internal errors */
async function readResource(
  uri: string,
  { resources, tools, logger }: ToolServices,
  context: ToolContext
): Promise<ReadResourceResult> {
  const found = resourceAt(uri, resources)
  if (!found) throw new ResourceNotFoundError(uri.slice(0, 200))
  const call = async (name: string, args: Record<string, unknown>) => {
    const tool = tools.get(name)!
    const result = await tool.call(checkedArguments(tool, args) as never, context)
    return result instanceof ToolText ? result.data : result
  }
  try {
    const text = await found.resource.read(found.variables, call)
    return {
      contents: [{ uri, mimeType: found.resource.mimeType, text }],
      ...buildResultMeta(context.api),
    }
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) throw new ResourceNotFoundError(uri)
    if (error instanceof ToolError)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
    logger.error({ err: error, uri }, 'reading an MCP resource failed')
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      'The resource could not be read because of a server error, which was logged.'
    )
  }
}

/** @throws ProtocolError for an unknown prompt, or for missing or unknown arguments */
function getPrompt(
  name: string,
  args: Record<string, string>,
  { prompts }: ToolServices
): GetPromptResult {
  const prompt = prompts.get(name)
  if (!prompt) throw refuse(`Unknown prompt: ${name.slice(0, 100)}`)
  const known = prompt.arguments.map((argument) => argument.name)
  const unknown = Object.keys(args).find((each) => !known.includes(each))
  if (unknown !== undefined)
    throw refuse(`Unknown argument of the prompt '${name}': ${unknown.slice(0, 100)}`)
  const missing = prompt.arguments.find(
    (argument) => argument.required && !args[argument.name]?.trim()
  )
  if (missing) throw refuse(`The prompt '${name}' requires the argument '${missing.name}'.`)
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(args) } }],
  }
}
