/** Boxes of the search form that each let a value through. */
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { ALL_BOXES } from '#app/search/request/parameters'

/** What a form sends of a ticked box. */
export const TICKED = 'on'

/** Names of a type's boxes, and of the one that ticks all. */
export function boxNames({ boxes }: SearchTypeDefinition): string[] {
  return boxes ? [...boxes.values.map((value) => boxes.prefix + value), ALL_BOXES] : []
}

/**
 * Takes boxes out of an address where they say what holds without them, and
 * says in one that all are ticked: the form sends each.
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
