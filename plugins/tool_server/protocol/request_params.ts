/**
 * Validation of request params. Without it, the SDK would send the message of
 * an exception.
 */
import type { RpcMessage } from '../http/read_message.js'

type Params = Record<string, unknown>

const RULES: Record<string, (params: Params) => string | undefined> = {
  'initialize': ({ protocolVersion, capabilities, clientInfo }) => {
    if (typeof protocolVersion !== 'string') return missing('protocolVersion', 'a string')
    if (!isObject(capabilities)) return missing('capabilities', 'an object')
    if (!isImplementation(clientInfo)) return missing('clientInfo', IMPLEMENTATION)
    return undefined
  },
  'tools/list': onePage,
  'resources/list': onePage,
  'resources/templates/list': onePage,
  'prompts/list': onePage,
  'resources/read': ({ uri }) =>
    typeof uri === 'string' ? undefined : missing('uri', 'the URI of a resource'),
  'prompts/get': ({ name, arguments: args = {} }) => {
    if (typeof name !== 'string') return missing('name', 'the name of a prompt')
    return isObject(args) && areTexts(...Object.values(args))
      ? undefined
      : missing('arguments', 'an object of strings')
  },
  'completion/complete': ({ ref, argument, context = {} }) => {
    if (!isObject(ref) || !isReference(ref))
      return missing('ref', 'a reference to a prompt or a resource template')
    if (!isObject(argument) || !areTexts(argument.name, argument.value))
      return missing('argument', 'an object with the strings "name" and "value"')
    if (!isObject(context)) return missing('context', 'an object')
    const { arguments: args = {} } = context
    return isObject(args) && areTexts(...Object.values(args))
      ? undefined
      : missing('context.arguments', 'an object of strings')
  },
  'tools/call': ({ name, arguments: args }) => {
    if (typeof name !== 'string') return missing('name', 'the name of a tool')
    if (args !== undefined && !isObject(args)) return missing('arguments', 'an object')
    return undefined
  },
}

function onePage({ cursor }: Params): string | undefined {
  return cursor === undefined
    ? undefined
    : 'Invalid params: the list has only one page and no cursor.'
}

/** Returns the problem with the params of a request, if any. */
export function findParamsProblem({ method, params = {} }: RpcMessage): string | undefined {
  return RULES[method!]?.(params as Params) ?? metaProblem(params as Params)
}

/** Prefix of the members of `_meta` with the revision and the sender (2026-07-28). */
const PREFIX = 'io.modelcontextprotocol/'

function metaProblem({ _meta: meta }: Params): string | undefined {
  if (meta === undefined) return undefined
  if (!isObject(meta)) return missing('_meta', 'an object')
  const { progressToken: token } = meta
  if (token !== undefined && typeof token !== 'string' && !Number.isInteger(token))
    return missing('_meta.progressToken', 'a string or an integer')
  const version = meta[`${PREFIX}protocolVersion`]
  if (version !== undefined && typeof version !== 'string')
    return missing(`_meta.${PREFIX}protocolVersion`, 'a string')
  const capabilities = meta[`${PREFIX}clientCapabilities`]
  if (capabilities !== undefined && !isObject(capabilities))
    return missing(`_meta.${PREFIX}clientCapabilities`, 'an object')
  const info = meta[`${PREFIX}clientInfo`]
  return info === undefined || isImplementation(info)
    ? undefined
    : missing(`_meta.${PREFIX}clientInfo`, IMPLEMENTATION)
}

const IMPLEMENTATION = 'an object with the strings "name" and "version"'

function isImplementation(value: unknown): boolean {
  return isObject(value) && typeof value.name === 'string' && typeof value.version === 'string'
}

function isReference({ type, name, uri }: Params): boolean {
  return (type === 'ref/prompt' && areTexts(name)) || (type === 'ref/resource' && areTexts(uri))
}

function areTexts(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string')
}

function missing(name: string, what: string): string {
  return `Invalid params: "${name}" must be ${what}.`
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
