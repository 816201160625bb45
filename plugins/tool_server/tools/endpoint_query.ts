/**
 * Converts queries of models to parameters of the API (tool server, tools 3).
 * Invalid queries are rejected before a request is made.
 */
import { stripExclusionMarker, resolveFilterName } from '#api/filters/interpret'
import { suggest } from '#api/filters/suggest'
import type { ResourceRegistry } from '#api/registry'
import type { Filter, Resource } from '#api/resource'
import { Selection } from '#api/select/selection'
import { unknownNames } from '#api/checked_names'
import { nearNames } from '#app/support/did_you_mean'
import { MAX_PROBLEMS } from '#app/support/domain_error'
import type { QueryValues } from '#app/tools/api_client'
import { findChoiceValue, noSuchChoice } from '#app/tools/choices'
import { fieldList } from '#app/tools/endpoints'
import { ToolError } from '#app/tools/tool_error'
import { getFilterChoices } from '#api/choices'

/** Maximum nesting of objects; the API supports four levels of relations. */
const MAX_DEPTH = 6
/** Maximum number of parameters. */
const MAX_PARAMETERS = 200

const LISTS = ['fields', 'omit', 'expand']

/**
 * Reads a query.
 *
 * @param query parameters by name; nested filters as objects, lists as arrays or comma-separated
 * @throws ToolError with unknown parameters, fields, or values
 */
export function endpointQuery(
  resource: Resource,
  query: Record<string, unknown>,
  registry: ResourceRegistry
): QueryValues {
  const flat = new Map<string, unknown>()
  flatten(query, '', 0, flat)
  const controls = controlsOf(resource)
  const values: QueryValues = {}
  const problems: string[] = []
  const unknown: string[] = []
  for (const [name, value] of flat) {
    if (problems.length >= MAX_PROBLEMS) break
    if (controls.includes(name)) {
      values[name] = LISTS.includes(name) ? fieldList(textsOf(value)) : textsOf(value).join(',')
      continue
    }
    const meaning = resource.joinFiltersOnly
      ? undefined
      : resolveFilterName(resource, stripExclusionMarker(name))
    if (!meaning) unknown.push(name)
    else {
      const read = valueOf(meaning.filter, meaning.lookup === 'exact', value, resource.path)
      values[name] = read.value
      problems.push(...read.problems.map((problem) => `${name}: ${problem}`))
    }
  }
  if (unknown.length) throw unknownParameters(resource, unknown, controls)
  if (problems.length)
    throw new ToolError(['Invalid values:', ...problems.slice(0, MAX_PROBLEMS)].join('\n- '))
  checkFields(resource, values, registry)
  return values
}

/**
 * Checks that the requested fields exist.
 *
 * @throws ToolError with the unknown fields, suggestions, and all available fields
 */
export function checkFields(
  resource: Resource,
  { fields, omit, expand }: QueryValues,
  registry: ResourceRegistry
): void {
  const expanded = typeof expand === 'string' ? expand.split(',') : []
  const selection = Selection.parse(textOf(fields), textOf(omit), expanded)
  const links = expanded.filter((name) => !resource.offers.expand.includes(name))
  const unknown = [...unknownNames(selection, resource, registry), ...links]
  if (!unknown.length) return
  const names = [...resource.fields]
    .filter(([, field]) => !field.writeOnly && !field.include && field.kind !== 'responseOnly')
    .map(([name]) => name)
  const shown = unknown.slice(0, MAX_PROBLEMS)
  const near = [...new Set(shown.flatMap((name) => nearNames(name, names, 3)))]
  const hint = near.length ? ` Did you mean: ${near.join(', ')}?` : ''
  const listed = shown.map((name) => `'${name.slice(0, 80)}'`).join(', ')
  throw new ToolError(
    `Invalid fields: [${listed}].${hint} Fields of '${resource.path}': ${names.join(', ')}.`
  )
}

function textOf(value: QueryValues[string]): string | undefined {
  return value === undefined ? undefined : String(value)
}

function controlsOf({ offers }: Resource): string[] {
  return ['fields', 'omit', 'order_by', ...(offers.expand.length ? ['expand'] : [])]
}

/** Converts `{"a": {"b": 1}}` to `a__b` and omits null values. */
function flatten(
  query: Record<string, unknown>,
  prefix: string,
  depth: number,
  flat: Map<string, unknown>
): void {
  if (depth > MAX_DEPTH)
    throw new ToolError(`The query is nested too deeply: at most ${MAX_DEPTH} objects.`)
  for (const [name, value] of Object.entries(query)) {
    if (value === null) continue
    if (typeof value === 'object' && !Array.isArray(value))
      flatten(value as Record<string, unknown>, `${prefix}${name}__`, depth + 1, flat)
    else flat.set(`${prefix}${name}`.replace(/__exact(!?)$/, '$1'), value)
    if (flat.size > MAX_PARAMETERS)
      throw new ToolError(`The query has too many parameters: at most ${MAX_PARAMETERS}.`)
  }
}

/** Converts a value or list to texts. */
function textsOf(value: unknown): string[] {
  return [value].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
}

interface ReadValue {
  value: string | string[]
  problems: string[]
}

function valueOf(filter: Filter, isExact: boolean, value: unknown, endpoint: string): ReadValue {
  const texts = textsOf(value)
  const choices = isExact ? getFilterChoices(filter) : undefined
  if (!choices) return { value: texts.join(','), problems: [] }
  // Several codes are sent as repeated parameters.
  const several = filter.kind === 'choices'
  const given = several ? texts.flatMap((text) => parts(text, choices)) : [texts.join(',')]
  const place = { endpoint, field: filter.name }
  return {
    value: given.map((text) => String(findChoiceValue(text, choices) ?? text)),
    problems: given
      .filter((text) => findChoiceValue(text, choices) === undefined)
      .slice(0, MAX_PROBLEMS)
      .map((text) => noSuchChoice(text, choices, place)),
  }
}

/** Labels can contain commas. */
function parts(text: string, choices: Parameters<typeof findChoiceValue>[1]): string[] {
  return findChoiceValue(text, choices) === undefined ? text.split(',') : [text]
}

function unknownParameters(resource: Resource, unknown: string[], controls: string[]): ToolError {
  const shown = unknown.slice(0, MAX_PROBLEMS)
  const near = shown.flatMap((name) => suggest(resource, name, controls) ?? [])
  const listed = shown.map((name) => `'${name.slice(0, 80)}'`).join(', ')
  const hint = near.length ? ` Did you mean: ${[...new Set(near)].join(', ')}?` : ''
  return new ToolError(
    `Unknown parameters of endpoint '${resource.path}': ${listed}.${hint} get_endpoint_schema lists the supported ones.`
  )
}
