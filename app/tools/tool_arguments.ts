/**
 * Arguments of a tool call: members that are null are dropped, the rest is
 * validated, and all that is wrong is said at once (tool server, tools 0).
 */
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { didYouMean } from '#app/support/did_you_mean'
import { lazyPackage } from '#app/support/lazy_package'
import type { Tool } from './tool_registry.js'
import { ToolError } from './tool_error.js'

/** Errors that are listed at most. */
const MAX_LISTED = 20
/** Characters of a value that an error repeats at most. */
const MAX_SHOWN = 80
/** Allowed values that an error lists at most. */
const MAX_CHOICES = 60

const library = lazyPackage<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js')
let ajv: Ajv2020 | undefined
const compiled = new WeakMap<Tool, ValidateFunction>()

/**
 * Validates arguments.
 *
 * @returns the arguments without members that were null
 * @throws ToolError that lists what is wrong, sorted by path
 */
export function checkedArguments(
  tool: Tool,
  sent: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const args = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
  let validate = compiled.get(tool)
  if (!validate) compiled.set(tool, (validate = validator().compile(tool.schema)))
  if (validate(args)) return args
  throw invalidArguments(
    tool.name,
    validate.errors!.toSorted(byPath).map((error) => lineOf(error))
  )
}

function validator(): Ajv2020 {
  return (ajv ??= new (library().Ajv2020)({
    allErrors: true,
    strict: false,
    verbose: true,
    unicodeRegExp: true,
  }))
}

/**
 * The error for arguments that are not valid.
 *
 * @param problems a line for each, `<path>: <text>`; repeated ones count once
 */
export function invalidArguments(tool: string, problems: string[]): ToolError {
  const lines = [...new Set(problems)].map((line) => `- ${line}`)
  const more = lines.length > MAX_LISTED ? [`- and ${lines.length - MAX_LISTED} more`] : []
  return new ToolError(
    [`Invalid arguments for tool '${tool}':`, ...lines.slice(0, MAX_LISTED), ...more].join('\n')
  )
}

function byPath(a: ErrorObject, b: ErrorObject): number {
  return a.instancePath < b.instancePath ? -1 : a.instancePath > b.instancePath ? 1 : 0
}

function lineOf(error: ErrorObject): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  return `${path ? `${path}: ` : ''}${textOf(error)}`
}

function textOf({ keyword, params, message, data, schema }: ErrorObject): string {
  const value = shown(data)
  switch (keyword) {
    case 'required':
      return `'${params.missingProperty}' is a required property`
    case 'additionalProperties':
      return `Additional properties are not allowed ('${params.additionalProperty}' was unexpected)`
    case 'enum':
      return notAllowed(data, schema as unknown[])
    case 'type':
      return `${value} is not of type ${[params.type]
        .flat()
        .map((type) => `'${type}'`)
        .join(', ')}`
    case 'minimum':
      return `${value} is less than the minimum of ${params.limit}`
    case 'maximum':
      return `${value} is greater than the maximum of ${params.limit}`
    case 'minItems':
    case 'minLength':
      return params.limit === 1 ? `${value} should be non-empty` : `${value} is too short`
    case 'maxItems':
    case 'maxLength':
      return `${value} is too long`
    case 'anyOf':
      return `${value} is not valid under any of the given schemas`
    default:
      return message ?? 'is not valid'
  }
}

function notAllowed(data: unknown, choices: unknown[]): string {
  const near = typeof data === 'string' ? didYouMean(data, choices.map(String)) : undefined
  const listed = choices.slice(0, MAX_CHOICES).map((choice) => shown(choice))
  const more = choices.length > MAX_CHOICES ? [`… (${choices.length} in all)`] : []
  return `${shown(data)} is not one of [${[...listed, ...more].join(', ')}]${
    near === undefined ? '' : `. Did you mean: ${near}?`
  }`
}

/** A value as an error repeats it, cut where it is long. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? 'undefined')
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
