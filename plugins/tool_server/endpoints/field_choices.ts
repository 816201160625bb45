/**
 * The values that a field of an endpoint takes (tool server, tools 5).
 */
import { choicesOf, findChoices, namesWithChoices } from '#api/choices'
import type { Choice } from '#api/field_types'
import { interpret } from '#api/filters/interpret'
import type { FilterKind } from '#api/filters/kinds'
import type { Filter, Resource } from '#api/resource'
import { nearNames } from '#app/support/did_you_mean'
import { ToolError } from '#app/tools/tool_error'

export interface FieldChoices extends Record<string, unknown> {
  choices: Choice[]
  note?: string
}

/** @throws ToolError for a name that is neither a filter nor a field */
export function fieldChoices(resource: Resource, name: string): FieldChoices {
  const meaning = interpret(resource, name)
  const field = resource.fields.get(name)
  const choices = (meaning && choicesOf(meaning.filter)) ?? findChoices(resource, name)?.choices
  if (choices) return { choices }
  const withChoices = namesWithChoices(resource)
  const others = withChoices.length
    ? ` Fields of '${resource.path}' with choices: ${withChoices.join(', ')}.`
    : ''
  if (meaning) return { choices: [], note: noteOn(name, meaning.filter) + others }
  if (field)
    return { choices: [], note: `'${name}' is a field of the records, and no filter.${others}` }
  throw noSuchField(name, resource.path, [...resource.filters.keys(), ...resource.fields.keys()])
}

/** The error for a name that an endpoint does not know. */
export function noSuchField(name: string, endpoint: string, known: string[]): ToolError {
  const near = nearNames(name, [...new Set(known)], 3)
  const hint = near.length ? ` Did you mean: ${near.join(', ')}?` : ''
  return new ToolError(`Field '${name.slice(0, 80)}' not found on endpoint '${endpoint}'.${hint}`)
}

/** What filters without choices take. */
const TAKEN: Partial<Record<FilterKind, string>> = {
  number: 'a number',
  text: 'free text',
  boolean: 'true or false',
  nested: 'true or false',
  date: 'a date such as 2020-01-31',
  from_day: 'a date such as 2020-01-31',
  to_day: 'a date such as 2020-01-31',
  datetime: 'a time such as 2020-01-31T00:00:00Z',
}

function noteOn(name: string, { kind, relation, valueField }: Filter): string {
  if (!relation && kind !== 'key') return `'${name}' takes ${TAKEN[kind] ?? 'free text'}.`
  const type = relation?.target.key.type ?? valueField?.type
  const example = type === 'string' ? `${name}='scotus'` : `${name}=12345`
  const further = relation ? `, or by filters of ${relation.target.name}` : ''
  return `'${name}' filters by a related record: by its ID, such as ${example}${further}.`
}
