/**
 * The form of the search page, made of the declarations of a type.
 */
import { labelOf } from '#api/labels'
import { BY_SCORE } from '#app/search/request/order'
import type { SearchParameter, SearchTypeDefinition } from '#app/search/define_search_type'

export interface FormField {
  name: string
  label: string
  value: string
  hint?: string
  kind: 'text' | 'tick' | 'choice'
  options?: { value: string; label: string; chosen: boolean }[]
}

export interface SearchForm {
  q: string
  type: string
  tabs: { label: string; path: string; current: boolean }[]
  fields: FormField[]
  boxes: FormField[]
  orders: { value: string; label: string; chosen: boolean }[]
  /** Whether any of the fields says something; they are folded away otherwise. */
  narrowed: boolean
}

interface Asked {
  /** What was asked for a name; empty for nothing. */
  typed: (name: string) => string
  /** Parameters other searches of the reader keep: `&name=value`. */
  kept: string
}

export function formOf(
  types: SearchTypeDefinition[],
  type: SearchTypeDefinition,
  { typed, kept }: Asked
): SearchForm {
  const q = typed('q')
  const tabs = types.map(({ code, label }) => ({
    label,
    path: `/search/?${new URLSearchParams({ ...(q ? { q } : {}), type: code }).toString()}${kept}`,
    current: code === type.code,
  }))
  const fields = Object.entries(type.parameters)
    .filter(([, { is }]) => is !== 'keys')
    .map(([name, parameter]) => fieldOf(name, parameter, typed(name)))
  const boxes = (type.boxes?.values ?? []).map((value) => {
    const name = type.boxes!.prefix + value
    return { name, label: value, value: typed(name), kind: 'tick' as const }
  })
  const asked = typed('order_by') || type.standardOrder
  return {
    q,
    type: type.code,
    tabs,
    fields,
    boxes,
    orders: [BY_SCORE, ...Object.keys(type.orders)].map((value) => ({
      value,
      label: orderLabel(value),
      chosen: value === asked,
    })),
    narrowed: [...fields, ...boxes].some(({ value }) => value !== ''),
  }
}

function fieldOf(name: string, parameter: SearchParameter, value: string): FormField {
  const { label = labelOf(name), description: hint } = parameter
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
  return { ...field, kind: 'text' }
}

/** `dateFiled desc` is "Date filed, last first". */
function orderLabel(order: string): string {
  if (order === BY_SCORE) return 'Best match'
  return order
    .split(',')
    .map((part) => {
      const [name, direction] = part.split(' ')
      const words = name!.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      return `${labelOf(words)}, ${direction === 'desc' ? 'last' : 'first'} first`
    })
    .join('; ')
    .replaceAll('first first', 'lowest first')
    .replaceAll('last first', 'highest first')
}
