/**
 * Validates the arguments of a tool call. Null values are dropped, and all errors are reported
 * together (tool server, tools 0).
 */
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { didYouMean } from '#app/support/did_you_mean'
import { lazyPackage } from '#app/support/lazy'
import { MAX_PROBLEMS } from '#app/support/domain_error'
import type { Tool } from './tool_registry.js'
import { ToolError } from './tool_error.js'

/** Maximum number of errors that are sorted; if there are more, they keep their order. */
const MAX_SORTED = 1000
/** Maximum number of characters of a value in an error message. */
const MAX_SHOWN = 80
/** Maximum number of allowed values in an error message. */
const MAX_CHOICES = 60

const library = lazyPackage<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js')
let ajv: Ajv2020 | undefined
const compiled = new WeakMap<Tool, ValidateFunction>()

/**
 * Validates arguments.
 *
 * @returns the arguments without null values
 * @throws ToolError that lists the errors, sorted by path
 */
export function checkedArguments(
  tool: Tool,
  sent: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const args = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
  let validate = compiled.get(tool)
  if (!validate) compiled.set(tool, (validate = validator().compile(tool.schema)))
  if (validate(args)) return args
  throw refusal(tool.name, linesOf(validate.errors!))
}

/** The first distinct error messages, and the number of remaining errors. */
function linesOf(errors: readonly ErrorObject[]): Problems {
  const lines = new Set<string>()
  const sorted = errors.length > MAX_SORTED ? errors : errors.toSorted(byPath)
  let read = 0
  for (; read < sorted.length && lines.size < MAX_PROBLEMS; read++) lines.add(lineOf(sorted[read]!))
  return { lines: [...lines], more: sorted.length - read }
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
 * The error for invalid arguments.
 *
 * @param problems messages of the form `<path>: <text>`; duplicates count once
 */
export function invalidArguments(tool: string, problems: string[]): ToolError {
  const lines = [...new Set(problems)]
  return refusal(tool, {
    lines: lines.slice(0, MAX_PROBLEMS),
    more: Math.max(0, lines.length - MAX_PROBLEMS),
  })
}

interface Problems {
  lines: string[]
  /** Number of problems that aren't listed. */
  more: number
}

function refusal(tool: string, { lines, more }: Problems): ToolError {
  const listed = more ? [...lines, `and ${more} more`] : lines
  return new ToolError(
    [`Invalid arguments for tool '${tool}':`, ...listed.map((line) => `- ${line}`)].join('\n')
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
  switch (keyword) {
    case 'required':
      return `'${params.missingProperty}' is a required property`
    case 'additionalProperties':
      return `Additional properties are not allowed ('${params.additionalProperty}' was unexpected)`
    case 'enum':
      return notAllowed(data, schema as unknown[])
    case 'type':
      return `${shown(data)} is not of type ${[params.type]
        .flat()
        .map((type) => `'${type}'`)
        .join(', ')}`
    case 'minimum':
      return `${shown(data)} is less than the minimum of ${params.limit}`
    case 'maximum':
      return `${shown(data)} is greater than the maximum of ${params.limit}`
    case 'minItems':
    case 'minLength':
      return `${shown(data)} ${params.limit === 1 ? 'should be non-empty' : 'is too short'}`
    case 'maxItems':
    case 'maxLength':
      return `${shown(data)} is too long`
    case 'anyOf':
      return `${shown(data)} is not valid under any of the given schemas`
    default:
      return message ?? "isn't valid"
  }
}

function notAllowed(data: unknown, choices: unknown[]): string {
  const near = typeof data === 'string' ? didYouMean(data, choices.map(String)) : undefined
  const listed = choices.slice(0, MAX_CHOICES).map((choice) => shown(choice))
  const more = choices.length > MAX_CHOICES ? [`… (${choices.length} in total)`] : []
  return `${shown(data)} is not one of [${[...listed, ...more].join(', ')}]${
    near === undefined ? '' : `. Did you mean: ${near}?`
  }`
}

/** A value in an error message, truncated if necessary. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? `'${headOf(value)}'` : jsonHead(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

function headOf(text: string): string {
  return text.slice(0, MAX_SHOWN + 1)
}

/** The start of a value's JSON; serializes no more than can be shown. */
function jsonHead(value: unknown): string {
  let room = MAX_SHOWN
  const head = (inner: unknown): unknown => {
    // Each value takes at least one character.
    room--
    if (typeof inner === 'string') return headOf(inner)
    if (typeof inner !== 'object' || inner === null) return inner
    if (Array.isArray(inner)) return inner.slice(0, MAX_SHOWN).flatMap((item) => some(item))
    const members = Object.entries(inner).slice(0, MAX_SHOWN)
    return Object.fromEntries(
      members.flatMap(([name, item]) => some(item).map((each) => [headOf(name), each]))
    )
  }
  const some = (inner: unknown): unknown[] => (room > 0 ? [head(inner)] : [])
  return JSON.stringify(head(value)) ?? 'undefined'
}
