/**
 * The form of the search page, built from the declarations of a type.
 */
import { formatFieldLabel } from '#api/labels'
import type { SearchFieldKind } from '#app/search_engine/index_definition'
import type { SearchParameter, SearchTypeDefinition } from '#app/search/define_search_type'
import { BY_SCORE } from '#app/search/request/search_cursor'
import type { SearchDeclarations } from '#app/search/request/search_request'
import { ALL_BOXES } from '#app/search/request/parameters'
import { TICKED } from './address.js'
import { listPeriods } from './periods.js'
import { courtChoice, type CourtChoice, type CourtName } from './value_names.js'

export interface FormField {
  name: string
  label: string
  value: string
  hint?: string
  /** Message about an invalid value. */
  problem?: string
  kind: 'text' | 'date' | 'court' | 'tick' | 'choice'
  options?: { value: string; label: string; chosen: boolean }[]
  /** Buttons that fill in a recent period. */
  periods?: { value: string; label: string; chosen: boolean }[]
}

export interface SearchForm {
  q: string
  type: string
  tabs: { code: string; label: string; path: string; current: boolean; count?: string }[]
  fields: FormField[]
  /** The main fields, by subject. */
  groups: { label: string; fields: FormField[] }[]
  /** The other fields. */
  more: FormField[]
  boxes: FormField[]
  /** Choice of courts, if the type has a court parameter. */
  courts?: CourtChoice
  orders: { value: string; label: string; chosen: boolean }[]
}

interface Asked {
  /** Returns the value of a parameter, or an empty string. */
  typed: (name: string) => string
  /** Parameters to keep in other searches: `&name=value`. */
  kept: string
  /** All courts; empty if the type has no court parameter. */
  courts: CourtName[]
  /** Whether the choice lists all courts, not only the selected ones. */
  listsCourts: boolean
}

export function buildSearchForm(
  { types, indexes }: SearchDeclarations,
  type: SearchTypeDefinition,
  { typed, kept, courts: known, listsCourts }: Asked
): SearchForm {
  const q = typed('q')
  const tabs = types.map(({ code, label }) => ({
    code,
    label,
    path: `/search/?${new URLSearchParams({ ...(q ? { q } : {}), type: code }).toString()}${kept}`,
    current: code === type.code,
  }))
  const fields = Object.entries(type.parameters)
    .filter(([, { is }]) => is !== 'keys')
    .map(([name, parameter]) => fieldOf(name, parameter, typed(name)))
  for (const field of fields) {
    const parameter = type.parameters[field.name]!
    if (parameter.is === 'before') field.periods = listPeriods(type, parameter.other, typed)
  }
  const court = fields.find(({ kind }) => kind === 'court')
  const courts = court && courtChoice(court, known, listsCourts)
  // Selected courts are not repeated in the text field.
  if (court && courts?.ticked.length) court.value = ''
  const boxes = boxFields(type, typed)
  const { where, when, what, more } = grouped(fields, type)
  const { fields: indexed } = indexes.find(({ name }) => name === type.index)!
  const orders = Object.entries(type.orders).map(([value, parts]) => ({
    value,
    label: orderLabel(parts, (name) => indexed[name]!.kind),
  }))
  const asked = typed('order_by') || type.standardOrder
  return {
    q,
    type: type.code,
    tabs,
    fields,
    groups: [
      { label: 'What', fields: what },
      { label: 'Where', fields: where },
      { label: 'When', fields: when },
    ].filter(({ fields: some }) => some.length),
    more,
    boxes,
    courts,
    orders: [{ value: BY_SCORE, label: 'Best match' }, ...orders].map((order) => ({
      ...order,
      chosen: order.value === asked,
    })),
  }
}

/** Fields shown under "What"; the declarations list the most common ones first. */
const MAIN_FIELDS = 4

function grouped(fields: FormField[], { parameters }: SearchTypeDefinition) {
  const isDate = ({ name }: FormField) => ['after', 'before'].includes(parameters[name]!.is)
  const where = fields.filter(({ kind }) => kind === 'court')
  const when = fields.filter(isDate)
  const others = fields.filter((field) => !where.includes(field) && !when.includes(field))
  return { where, when, what: others.slice(0, MAIN_FIELDS), more: others.slice(MAIN_FIELDS) }
}

function fieldOf(name: string, parameter: SearchParameter, value: string): FormField {
  const { label = formatFieldLabel(name), description: hint } = parameter
  const field = { name, label, value, hint }
  if (parameter.is === 'flag') return { ...field, kind: 'tick', hint: undefined }
  if (parameter.is === 'code') {
    const options = Object.keys(parameter.codes).map((code) => ({
      value: code,
      label: parameter.meanings[code] ?? code,
      chosen: code.toLowerCase() === value.toLowerCase(),
    }))
    return { ...field, kind: 'choice', options }
  }
  if (parameter.is === 'courts') return { ...field, kind: 'court' }
  // A date picker would drop partial and relative dates.
  const isDate = parameter.is === 'after' || parameter.is === 'before'
  if (isDate && (!value || /^\d{4}-\d{2}-\d{2}$/.test(value))) return { ...field, kind: 'date' }
  return { ...field, kind: 'text' }
}

/** Labels of sort directions. */
const OF_DATES = { rising: 'oldest first', falling: 'newest first' }
const OF_LETTERS = { rising: 'A to Z', falling: 'Z to A' }
const DIRECTIONS: Partial<Record<SearchFieldKind, typeof OF_DATES>> = {
  date: OF_DATES,
  datetime: OF_DATES,
  number: { rising: 'lowest first', falling: 'highest first' },
}

/** Returns the label of an ordering, such as "Date filed, newest first", without tiebreakers. */
function orderLabel(
  [first]: SearchTypeDefinition['orders'][string],
  kindOf: (name: string) => SearchFieldKind
): string {
  const { name, descending, label } = first!
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const directions = DIRECTIONS[kindOf(name)] ?? OF_LETTERS
  return `${label ?? formatFieldLabel(words)}, ${descending ? directions.falling : directions.rising}`
}

/** Returns the checkboxes; those whose values the search includes are selected. */
function boxFields({ boxes }: SearchTypeDefinition, typed: (name: string) => string): FormField[] {
  if (!boxes) return []
  const { prefix, values, standard } = boxes
  const asked = values.filter((value) => typed(prefix + value))
  const through = typed(ALL_BOXES) ? values : asked.length ? asked : standard
  return values.map((value) => ({
    name: prefix + value,
    label: value,
    value: through.includes(value) ? TICKED : '',
    kind: 'tick',
  }))
}
