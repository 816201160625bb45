/** Counts beside the results: every value is a link that narrows the search by it. */
import string from '@adonisjs/core/helpers/string'
import type { Reader } from '#app/database/reader'
import type { Facets, FacetValue } from '#app/search_engine/engine'
import type { SearchFacet, SearchTypeDefinition } from '#app/search/define_search_type'
import type { SearchAddress } from './address.js'
import { boxNames } from './chips.js'
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

/** Lists of the facets of a type; those that would narrow nothing are left out. */
export async function facetLists(
  type: SearchTypeDefinition,
  facets: Facets,
  address: SearchAddress,
  reader: Reader
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
      return { label, groups: groupsOf(type, facet, values, names, address), years: null }
    })
  )
  return lists.filter(({ groups, years }) => groups.length || years)
}

const valueOf = ({ value }: FacetValue) => value

function groupsOf(
  type: SearchTypeDefinition,
  facet: SearchFacet,
  values: FacetValue[],
  names: Map<string, ValueName> | null,
  address: SearchAddress
): FacetGroup[] {
  const linked = values.slice(0, LISTED).flatMap(({ value, count }) => {
    const name = names ? names.get(String(value)) : { group: null }
    // What the archive has no name for is gone since it was indexed.
    if (!name) return []
    const label = 'label' in name ? name.label : labelOf(type, facet, String(value))
    return { label, count, group: name.group, path: pathOf(type, facet, String(value), address) }
  })
  const byGroup = [...Map.groupBy(linked, ({ group }) => group)]
  const shown = byGroup.length > 1 ? SHOWN_OF_GROUP : SHOWN
  return byGroup
    .map(([label, links]) => ({
      label: byGroup.length > 1 || label ? label : null,
      count: links.reduce((sum, { count }) => sum + count, 0),
      links: links.slice(0, shown),
      more: links.slice(shown),
    }))
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
