/** The filter form of a list, from its declarations. */
import { getFilterChoices } from '../choices.js'
import type { Parameters } from '../parameters.js'
import type { Filter, Resource } from '../resource.js'

export interface FormField {
  name: string
  label: string
  value: string
  /** Type of the input; undefined for a list of options. */
  type?: 'text' | 'number' | 'date'
  options?: { value: string; label: string }[]
}

export interface ListForm {
  fields: FormField[]
  orders: { value: string; label: string }[]
  order: string
  /** Parameters that keep their values. */
  kept: { name: string; value: string }[]
}

const KEPT = ['fields', 'omit', 'expand', 'include'] as const

const ANY = { value: '', label: 'Any' }
const YES_OR_NO = [ANY, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]

/** One input for each filter: a range for dates, equality for all others. */
export function listForm(resource: Resource, parameters: Parameters): ListForm {
  const typed = (name: string) => parameters.filters.get(name)?.at(-1) ?? ''
  const fields = [...resource.ownFilters.values()].flatMap((filter) => fieldsOf(filter, typed))
  const named = new Set(fields.map(({ name }) => name))
  return {
    fields,
    order: parameters.get('order_by') ?? '',
    orders: [
      { value: '', label: `Default (${resource.defaultOrder})` },
      ...resource.ordering.flatMap((name) => [
        { value: name, label: `${name}, ascending` },
        { value: `-${name}`, label: `${name}, descending` },
      ]),
    ],
    kept: [
      ...KEPT.map((name) => ({ name, value: parameters.get(name) ?? '' })),
      ...[...parameters.filters].map(([name, values]) => ({ name, value: values.at(-1)! })),
    ].filter(({ name, value }) => value && !named.has(name)),
  }
}

function fieldsOf(filter: Filter, typed: (name: string) => string): FormField[] {
  const { name, kind, relation } = filter
  const label = name.replaceAll('_', ' ')
  const choices = getFilterChoices(filter)
  const field = { name, label, value: typed(name) }
  if (choices) {
    const options = choices.map(({ value, display_name: text }) => ({
      value: String(value),
      label: text || String(value),
    }))
    return [{ ...field, options: [ANY, ...options] }]
  }
  if (kind === 'boolean' || kind === 'nested') return [{ ...field, options: YES_OR_NO }]
  if (kind === 'date' || kind === 'datetime')
    return (['gte', 'lte'] as const).map((lookup) => ({
      name: `${name}__${lookup}`,
      label: `${label} ${lookup === 'gte' ? 'from' : 'to'}`,
      value: typed(`${name}__${lookup}`),
      // Datetimes use a text input, because a date input would drop their time.
      type: kind === 'date' ? 'date' : 'text',
    }))
  if (relation) return [{ ...field, label: `${label} (ID)`, type: 'text' }]
  return [{ ...field, type: kind === 'number' ? 'number' : 'text' }]
}
