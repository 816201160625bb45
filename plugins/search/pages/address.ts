/** URLs of searches on pages, derived from the current search. */
import type { Control, Parameters } from '#api/parameters'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { ALL_BOXES } from '#app/search/request/parameters'

export interface SearchAddress {
  /** Returns the first page of the same search with parameters set, or removed if undefined. */
  with: (changes: Record<string, string | undefined>) => string
  /** Returns the value of a parameter, or an empty string. */
  typed: (name: string) => string
  /** Returns all parameters except these, for hidden fields of a form. */
  hidden: (without: string[]) => { name: string; value: string }[]
}

/**
 * @param type code of the search type
 * @param kept parameters of other parts of the page: `&name=value`
 */
export function buildSearchAddress(
  parameters: Parameters,
  type: string,
  kept: string
): SearchAddress {
  const changed = (changes: Record<string, string | undefined>) => {
    const all = { cursor: undefined, page: undefined, type, ...changes }
    return parameters.with(all as Partial<Record<Control, string | undefined>>)
  }
  const search = new URLSearchParams(changed({}))
  return {
    with: (changes) => `/search/${changed(changes)}${kept}`,
    typed: (name) => search.getAll(name).at(-1) ?? '',
    hidden: (without) =>
      [...search, ...new URLSearchParams(kept)]
        .filter(([name]) => !without.includes(name))
        .map(([name, value]) => ({ name, value })),
  }
}

/** Value of a selected checkbox. */
export const TICKED = 'on'

/** Returns the names of a type's checkboxes, including "all". */
export function boxNames({ boxes }: SearchTypeDefinition): string[] {
  return boxes ? [...boxes.values.map((value) => boxes.prefix + value), ALL_BOXES] : []
}

/**
 * Shortens the checkboxes of a form: removes them if they equal the default,
 * and replaces them with "all" if all are selected.
 */
export function shortenBoxes(address: URLSearchParams, { boxes }: SearchTypeDefinition): void {
  if (!boxes) return
  const { prefix, values, standard } = boxes
  const ticked = values.filter((value) => address.get(prefix + value) === TICKED)
  const isAll = ticked.length === values.length
  const isStandard =
    ticked.length === standard.length && standard.every((value) => ticked.includes(value))
  if (!isAll && !isStandard) return
  for (const value of values) address.delete(prefix + value)
  if (isAll) address.set(ALL_BOXES, TICKED)
}
