/** Facets: values with counts, which link to the narrowed search. */
import string from '@adonisjs/core/helpers/string'
import type { Reader } from '#app/database/reader'
import type { Facets, FacetValue } from '#app/search_engine/engine'
import type { SearchFacet, SearchTypeDefinition } from '#app/search/define_search_type'
import type { Below } from '#app/search/value_trees'
import { type SearchAddress, boxNames } from './address.js'
import type { ValueName } from './typed_courts.js'
import { loadValueNames } from './value_names.js'

export interface FacetLink {
  label: string
  count: number
  path: string
}

export interface FacetGroup {
  /** Null if values aren't grouped. */
  label: string | null
  count: number
  links: FacetLink[]
  /** Further values, collapsed. */
  more: FacetLink[]
}

export interface FacetList {
  label: string
  groups: FacetGroup[]
  years: YearBars | null
}

/** Values shown before the rest is collapsed. */
const SHOWN = 8
/** Values shown per group. */
const SHOWN_OF_GROUP = 5
/** Maximum number of values. */
const LISTED = 100

/**
 * Returns the facets of a type that have values.
 *
 * @param below lookups of descendant values by field
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
      const names = facet.named
        ? await loadValueNames(reader, facet.named, values.map(valueOf))
        : null
      const counted = countedWith(values, below[facet.field])
      return { label, groups: groupsOf(type, facet, counted, names, address), years: null }
    })
  )
  return lists.filter(({ groups, years }) => groups.length || years)
}

const valueOf = ({ value }: FacetValue) => value

interface CountedValue extends FacetValue {
  /** Hits of the value itself, without its descendants. */
  own: number
}

/** Adds the hits of descendant values, which the link of a value also finds. */
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
    // A value without a name was deleted after indexing.
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
        // Each hit counts once, even if it matches several values of the group.
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

/** Returns the declared spelling of a checkbox; indexes have lowercase values. */
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

interface YearBar {
  label: string
  count: number
  path: string
  x: number
  y: number
  width: number
  height: number
  /** Clickable area: the whole column. */
  column: { x: number; width: number }
}

interface YearBars {
  width: number
  height: number
  bars: YearBar[]
  first: string
  last: string
}

const WIDTH = 240
const HEIGHT = 64
/** Gap as a share of a column. */
const GAP = 0.2
/** Maximum number of columns, so that each is wide enough to click. */
const MOST_COLUMNS = 30
const STEPS = [1, 2, 5, 10, 25, 50, 100]

/** @param within returns the URL of the search for a range of years, inclusive */
function yearBars(
  values: FacetValue[],
  within: (first: number, last: number) => string
): YearBars | null {
  const counts = new Map(values.map(({ value, count }) => [Number(value), count]))
  const years = [...counts.keys()]
  if (!years.length) return null
  const [earliest, latest] = [Math.min(...years), Math.max(...years)]
  const step =
    STEPS.find((one) => columnsOf(earliest, latest, one) <= MOST_COLUMNS) ?? STEPS.at(-1)!
  const start = Math.floor(earliest / step) * step
  const columns = columnsOf(earliest, latest, step)
  const sums = Array.from({ length: columns }, (_, at) => {
    const first = start + at * step
    let sum = 0
    for (let year = first; year < first + step; year++) sum += counts.get(year) ?? 0
    return { first, last: first + step - 1, count: sum }
  })
  const most = Math.max(...sums.map(({ count }) => count))
  const column = WIDTH / columns
  return {
    width: WIDTH,
    height: HEIGHT,
    first: String(earliest),
    last: String(latest),
    bars: sums.flatMap(({ first, last, count }, at) => {
      if (!count) return []
      // Minimum height, so that small counts are visible.
      const height = Math.max(3, Math.round((count / most) * HEIGHT))
      return {
        label: step === 1 ? String(first) : `${first} to ${last}`,
        count,
        path: within(first, last),
        x: rounded((at + GAP / 2) * column),
        y: HEIGHT - height,
        width: rounded(column * (1 - GAP)),
        height,
        column: { x: rounded(at * column), width: rounded(column) },
      }
    }),
  }
}

function columnsOf(earliest: number, latest: number, step: number): number {
  return Math.floor(latest / step) - Math.floor(earliest / step) + 1
}

const rounded = (value: number) => Math.round(value * 100) / 100
