/**
 * Descriptions of tools for pages and documentation, derived from their
 * declarations, with a recorded result of the example call.
 */
import { readFileSync } from 'node:fs'
import type { HttpContext } from '@adonisjs/core/http'
import type { JsonSchema } from '#app/tools/define_tool'
import type { Tool } from '#app/tools/tool_registry'
import { ToolServices } from '../services.js'

export interface ShownArgument {
  name: string
  type: string
  isRequired: boolean
  description: string
}

export interface ShownTool {
  name: string
  title: string
  description: string
  /** Whether it is read-only. */
  readsOnly: boolean
  arguments: ShownArgument[]
  /** Arguments of the example call as JSON, if any. */
  example: string | null
  /** Result from the sample archive, if recorded. */
  result: string | null
}

/** Maximum number of allowed values to list. */
const MAX_VALUES = 8

/** Results of the example calls by tool; `example_results.spec.ts` records and verifies them. */
export const RESULTS_FILE = new URL('../tables/example_results.json', import.meta.url)

let recorded: Readonly<Record<string, string>> | undefined

/** Reads the results on first use. */
function recordedResults(): Readonly<Record<string, string>> {
  return (recorded ??= JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Record<string, string>)
}

export function shownTools(tools: ReadonlyMap<string, Tool>): ShownTool[] {
  return [...tools.values()].map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    readsOnly: tool.hints.readOnly,
    arguments: argumentsOf(tool),
    example: tool.example ? JSON.stringify(tool.example, null, 2) : null,
    result: recordedResults()[tool.name] ?? null,
  }))
}

function argumentsOf({ schema: { properties, required = [] } }: Tool): ShownArgument[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isRequired: required.includes(name),
    description: typeof schema.description === 'string' ? schema.description : '',
  }))
}

/** Describes a type: `integer`, `array of string`, `one of a, b, …`. */
function typeOf({ type, enum: values, items, anyOf }: JsonSchema): string {
  if (Array.isArray(values)) {
    const listed = values.slice(0, MAX_VALUES).map(String).join(', ')
    return `one of ${listed}${values.length > MAX_VALUES ? ', …' : ''}`
  }
  if (Array.isArray(anyOf))
    return [...new Set(anyOf.map((one) => typeOf(one as JsonSchema)))].join(' or ')
  if (type === 'array' && items) return `array of ${typeOf(items as JsonSchema)}`
  return [type ?? 'any value'].flat().join(' or ')
}

/** Tools with arguments, example call, and result for the documentation, in Markdown. */
export default async function toolsPart(ctx: HttpContext): Promise<string> {
  const { tools } = await ctx.containerResolver.make(ToolServices)
  return shownTools(tools).map(sectionOf).join('\n\n')
}

function sectionOf({
  name,
  title,
  description,
  arguments: args,
  example,
  result,
}: ShownTool): string {
  return [
    `## ${title}`,
    `\`${name}\``,
    textOf(description),
    ...(args.length ? [argumentTable(args)] : ['No arguments.']),
    ...(example ? [`Example:\n\n${block('json', example)}`] : []),
    ...(result ? [`Result:\n\n${block('json', result)}`] : []),
  ].join('\n\n')
}

function argumentTable(args: ShownTool['arguments']): string {
  const rows = args.map(
    ({ name, type, isRequired, description }) =>
      `| \`${name}\`${isRequired ? ' (required)' : ''} | ${cell(type)} | ${cell(description)} |`
  )
  return ['| Argument | Type | Description |', '| --- | --- | --- |', ...rows].join('\n')
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** Escapes Markdown formatting. */
function textOf(text: string): string {
  return text.replaceAll(/[\\`*_[\]]/g, String.raw`\$&`)
}

function cell(text: string): string {
  return textOf(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s+/g, ' ')
}
