/**
 * Suggested values for arguments of prompts and variables of resource URIs, while users type
 * them (MCP, completion).
 */
import type { Catalog } from '#api/catalog'
import { findChoices, namesWithChoices } from '#api/choices'
import type { Choice } from '#api/field_types'
import { resolveFilterName } from '#api/filters/interpret'
import type { Resource } from '#api/resource'
import type { Completer, CompletionContext } from './definitions.js'
import { readableResources } from './endpoints.js'
import { ANY_SEARCH, argumentsWithChoices, findListedValues } from './search_arguments.js'

/** IDs of courts. */
export const completeCourts: Completer = async (context) => recordIds('courts', context)

/** Endpoints whose records can be read. */
export const completeEndpoints: Completer = ({ catalog }) => plain(endpoints(catalog))

/** Endpoints whose fields have choices, and searches. */
export const completeChoiceEndpoints: Completer = ({ catalog }) =>
  plain([
    ANY_SEARCH,
    ...readableResources(catalog)
      .filter((resource) => namesWithChoices(resource).length)
      .map(({ path }) => path),
    ...catalog.searchTypes.map(({ toolName }) => toolName),
  ])

/** Names with choices of the endpoint in `endpoint_id`, or of all endpoints. */
export const completeChoiceFields: Completer = ({ args: { endpoint_id: endpoint }, catalog }) => {
  const names = readableResources(catalog).flatMap((resource) =>
    endpoint === undefined || resource.path === endpoint ? namesWithChoices(resource) : []
  )
  return plain([...names, ...argumentsWithChoices(endpoint, catalog)])
}

/** Filters of the endpoint in `endpoint_id`, or of all endpoints. */
export const completeFilters: Completer = ({ args: { endpoint_id: endpoint }, catalog }) =>
  plain(
    readableResources(catalog).flatMap((resource) =>
      endpoint === undefined || resource.path === endpoint ? [...resource.filters.keys()] : []
    )
  )

/** Values of the filter in `field_name` of the endpoint in `endpoint_id`. */
export const completeFilterValues: Completer = async (context) => {
  const { endpoint_id: endpoint, field_name: name } = context.args
  const resource = resourceAt(endpoint, context.catalog)
  if (!resource || name === undefined) return []
  const choices = findChoices(resource, name)?.choices
  if (choices) return choices
  const target = resolveFilterName(resource, name)?.filter.relation?.target
  if (target) return recordIds(target.name, context)
  return name === 'id' ? recordIds(resource.path, context) : []
}

/** IDs of the records of the endpoint in `endpoint_id`, if they are codes. */
export const completeRecords: Completer = async (context) =>
  recordIds(context.args.endpoint_id ?? '', context)

/** Maximum number of values in a response (MCP, completion). */
const MAX_VALUES = 100

export interface Completion {
  values: string[]
  total: number
  hasMore: boolean
}

/**
 * Finds the values that match a text: those that start with it first, then those whose label
 * has a word that starts with it.
 */
export function matchChoices(typed: string, choices: readonly Choice[]): Completion {
  const text = typed.trim().toLowerCase()
  const ranked = choices.flatMap(({ value, display_name: label }) => {
    const rank = rankOf(text, String(value).toLowerCase(), label.toLowerCase())
    return rank === undefined ? [] : [{ value: String(value), rank }]
  })
  const values = new Set(
    ranked.toSorted((one, other) => one.rank - other.rank).map(({ value }) => value)
  )
  return {
    values: [...values].slice(0, MAX_VALUES),
    total: values.size,
    hasMore: values.size > MAX_VALUES,
  }
}

function rankOf(text: string, value: string, label: string): number | undefined {
  if (value.startsWith(text)) return 0
  if (label.startsWith(text)) return 1
  if (` ${label}`.includes(` ${text}`)) return 2
  return value.includes(text) ? 3 : undefined
}

const plain = (names: readonly string[]): Choice[] =>
  [...new Set(names)].map((name) => ({ value: name, display_name: name }))

function endpoints(catalog: Catalog): string[] {
  return readableResources(catalog).map(({ path }) => path)
}

function resourceAt(path: string | undefined, catalog: Catalog): Resource | undefined {
  return readableResources(catalog).find((resource) => resource.path === path)
}

/** IDs of records with their names, if the catalog declares them as a list of values. */
async function recordIds(
  path: string,
  { catalog, lists }: Pick<CompletionContext, 'catalog' | 'lists'>
): Promise<Choice[]> {
  const listed = findListedValues(path, catalog)
  return listed ? lists.of(listed) : []
}
