/** Readable descriptions of searches. */
import type { ApplicationService } from '@adonisjs/core/types'
import { MAX_ROWS } from '#api/export/format'
import { Parameters } from '#api/parameters'
import { searchServices } from '../services.js'
import { buildSearchAddress, type SearchAddress, boxNames } from './address.js'
import { formatFieldLabel } from '#api/labels'
import type { Reader } from '#app/database/reader'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { ALL_BOXES } from '#app/search/request/parameters'
import { loadValueNames } from './value_names.js'

/**
 * @param query query string of a search
 * @returns its type, words, and filters: `Case law`, `Words: miranda`, `Court: Supreme Court …`
 */
export async function searchInWords(query: string, app: ApplicationService): Promise<string[]> {
  const services = await searchServices(app)
  const parameters = new Parameters(query, 'v4')
  const { types } = services.declarations
  const code = parameters.filters.get('type')?.at(-1)
  const type = types.find((one) => one.code === code) ?? types[0]!
  const address = buildSearchAddress(parameters, type.code, '')
  const q = address.typed('q')
  const chips = await buildFilterChips(type, address, services.service.reader)
  return [
    type.label,
    ...(q ? [`Words: ${q}`] : []),
    ...chips.map(({ label, value }) => `${label}: ${value}`),
  ]
}

export interface Chip {
  label: string
  value: string
  /** URL of the search without this filter. */
  path: string
}

export async function buildFilterChips(
  type: SearchTypeDefinition,
  address: SearchAddress,
  reader: Reader
): Promise<Chip[]> {
  const chips = await Promise.all(
    Object.entries(type.parameters).map(async ([name, parameter]): Promise<Chip[]> => {
      const value = address.typed(name)
      if (!value) return []
      const { label = formatFieldLabel(name) } = parameter
      const path = address.with({ [name]: undefined })
      if (parameter.is === 'flag') return [{ label, value: 'yes', path }]
      if (parameter.is === 'code')
        return [{ label, value: parameter.meanings[value] ?? value, path }]
      const named = type.facets?.find((facet) => facet.parameter === name)?.named
      return [{ label, value: named ? await namedValues(reader, named, value) : value, path }]
    })
  )
  const ticked = boxNames(type).filter((name) => address.typed(name))
  return [
    ...chips.flat(),
    ...ticked.map((name) => ({
      label: 'Status',
      value: name === ALL_BOXES ? 'all' : name.slice(type.boxes!.prefix.length),
      path: address.with({ [name]: undefined }),
    })),
  ]
}

/** Replaces values by their names if known; numeric keys accept only numbers. */
async function namedValues(reader: Reader, statement: string, text: string): Promise<string> {
  const values = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 20)
  if (statement.includes('bigint[]') && !values.every((value) => /^\d{1,15}$/.test(value)))
    return text
  const names = await loadValueNames(reader, statement, values)
  return values.map((value) => names.get(value.toLowerCase())?.label ?? value).join(', ')
}

/** A search to try instead of one without results. */
export interface Offer {
  text: string
  path: string
}

/** Maximum number of filters that are offered for removal. */
const MAX_REMOVABLE = 5

/**
 * Searches to try if there are no results: without each filter, without all of them, and for
 * other types of records that have results.
 */
export function buildOffers(
  tabs: { label: string; path: string; current: boolean; count?: string }[],
  chips: Chip[],
  clearAll: string
): Offer[] {
  const single = chips.slice(0, MAX_REMOVABLE).map(({ label, value, path }) => ({
    text: `Search without “${label}: ${value}”`,
    path,
  }))
  const all = chips.length > 1 ? [{ text: 'Search without any filters', path: clearAll }] : []
  const others = tabs.flatMap(({ label, path, current, count }) =>
    !current && count && count !== '0'
      ? [{ text: `${label}: ${count} ${count === '1' ? 'result' : 'results'}`, path }]
      : []
  )
  return [...single, ...all, ...others]
}

/** Describes an export of the results of a search. */
export function exportLabel(count: number): string {
  if (count > MAX_ROWS) return `Download the first ${MAX_ROWS.toLocaleString('en')} results`
  return count === 1 ? 'Download this result' : `Download all ${count.toLocaleString('en')} results`
}
