/** Counts beside the results: every value is a link that narrows the search by it. */
import string from '@adonisjs/core/helpers/string'
import type { Reader } from '#app/database/reader'
import type { Facets, FacetValue } from '#app/search_engine/engine'
import type { SearchFacet, SearchTypeDefinition } from '#app/search/define_search_type'
import type { Below } from '#app/search/value_trees'
import type { SearchAddress } from './address.js'
import { boxNames } from './boxes.js'
import { namesOf, type ValueName } from './value_names.js'
import { yearBars, type YearBars } from './year_bars.js'

export interface FacetLink {
  label: string
  count: number
  path: string
}

export interface FacetGroup {
  /** Null where values are in one list. */
  label: string | null
  count: number
  links: FacetLink[]
  /** Those after the first few, folded away. */
  more: FacetLink[]
}

export interface FacetList {
  label: string
  groups: FacetGroup[]
  years: YearBars | null
}

/** Values shown before the others are folded away. */
const SHOWN = 8
/** Values of a group, when there are groups. */
const SHOWN_OF_GROUP = 5
/** Values listed at all. */
const LISTED = 100

/**
 * Lists of the facets of a type; those that would narrow nothing are left out.
 *
 * @param below by field: the values that are found with a value
 */
export async function facetLists(
  type: SearchTypeDefinition,
  facets: Facets,
  address: SearchAddress,
  { reader, below }: { reader: Reader; below: Record<string, Below> }
): Promise<FacetList[]> {
  const lists = await Promise.all(
    (type.facets ?? []).map(async (facet): Promise<FacetList> => {
      const values = facets.values[facet.field] ?? []
      const { label, years } = facet
      if (years) {
        const within = (first: number, last: number) =>
          address.with({ [years.after]: String(first), [years.before]: String(last) })
        return { label, groups: [], years: yearBars(values, within) }
      }
      const names = facet.named ? await namesOf(reader, facet.named, values.map(valueOf)) : null
      const counted = countedWith(values, below[facet.field])
      return { label, groups: groupsOf(type, facet, counted, names, address), years: null }
    })
  )
  return lists.filter(({ groups, years }) => groups.length || years)
}

const valueOf = ({ value }: FacetValue) => value

interface CountedValue extends FacetValue {
  /** Hits of the value itself, without those of the values below it. */
  own: number
}

/** Each value with what its link finds: its own hits and those of the values below it. */
function countedWith(values: FacetValue[], below: Below | undefined): CountedValue[] {
  const own = new Map(values.map(({ value, count }) => [String(value), count]))
  const withBelow = ({ value, count }: FacetValue) =>
    (below?.(String(value)) ?? []).reduce((sum, each) => sum + (own.get(each) ?? 0), count)
  return values
    .map((each) => ({ value: each.value, own: each.count, count: withBelow(each) }))
    .sort((one, other) => other.count - one.count)
}

function groupsOf(
  type: SearchTypeDefinition,
  facet: SearchFacet,
  values: CountedValue[],
  names: Map<string, ValueName> | null,
  address: SearchAddress
): FacetGroup[] {
  const known = values.flatMap(({ value, count, own }) => {
    const name = names ? names.get(String(value)) : { group: null }
    // What the archive has no name for is gone since it was indexed.
    if (!name) return []
    const label = 'label' in name ? name.label : labelOf(type, facet, String(value))
    const path = pathOf(type, facet, String(value), address)
    return { link: { label, count, path }, group: name.group, own }
  })
  const listed = new Set(known.slice(0, LISTED))
  const byGroup = [...Map.groupBy(known, ({ group }) => group)]
  const shown = byGroup.length > 1 ? SHOWN_OF_GROUP : SHOWN
  return byGroup
    .map(([label, members]) => {
      const links = members.filter((each) => listed.has(each)).map(({ link }) => link)
      return {
        label: byGroup.length > 1 || label ? label : null,
        // A hit counts once, however many values of the group stand for it.
        count: members.reduce((sum, { own }) => sum + own, 0),
        links: links.slice(0, shown),
        more: links.slice(shown),
      }
    })
    .filter(({ links }) => links.length)
    .sort((one, other) => other.count - one.count)
}

function labelOf(type: SearchTypeDefinition, { parameter }: SearchFacet, value: string): string {
  if (!parameter) return boxOf(type, value) ?? value
  const declared = type.parameters[parameter]
  const meaning = declared?.is === 'code' ? declared.meanings[value] : undefined
  return meaning ?? string.capitalCase(value.slice(0, 1)) + value.slice(1)
}

/** A box in the letters it is declared with; indexes have values in lower case. */
function boxOf({ boxes }: SearchTypeDefinition, value: string): string | undefined {
  return boxes?.values.find((one) => one.toLowerCase() === value)
}

function pathOf(
  type: SearchTypeDefinition,
  { parameter }: SearchFacet,
  value: string,
  address: SearchAddress
): string {
  if (parameter) return address.with({ [parameter]: value })
  const none = Object.fromEntries(boxNames(type).map((name) => [name, undefined]))
  return address.with({ ...none, [type.boxes!.prefix + (boxOf(type, value) ?? value)]: 'on' })
}
