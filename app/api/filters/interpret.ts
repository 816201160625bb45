/** Resolves the names of filter parameters. */
import type { Filter, FilterTable } from '../resource.js'
import type { Lookup } from './kinds.js'

/** Maximum number of relations in a parameter (contract, filter_depth). */
export const MAX_HOPS = 4

/** The meaning of a parameter name. */
export interface Meaning {
  hops: Filter[]
  filter: Filter
  lookup: Lookup
}

/** Resolves a name without its `!`; undefined if it is unknown. */
export function resolveFilterName(
  table: FilterTable,
  name: string,
  mostHops = MAX_HOPS
): Meaning | undefined {
  const hops: Filter[] = []
  let current = table
  let rest = name

  for (;;) {
    const whole = current.filters.get(rest)
    if (whole?.alias) {
      rest = whole.alias
      continue
    }
    if (whole) return { hops, filter: whole, lookup: 'exact' }

    const at = rest.indexOf('__')
    if (at <= 0) return undefined
    const filter = current.filters.get(rest.slice(0, at))
    if (!filter) return undefined
    if (filter.alias) {
      rest = filter.alias + rest.slice(at)
      continue
    }
    rest = rest.slice(at + 2)

    if (isLookup(filter, rest)) return { hops, filter, lookup: rest }
    if (!filter.relation) return undefined
    hops.push(filter)
    if (hops.length > mostHops) return undefined
    current = filter.relation.target
  }
}

function isLookup(filter: Filter, name: string): name is Lookup {
  return (filter.lookups as readonly string[]).includes(name)
}

/** A parameter's name without its exclusion marker. */
export function stripExclusionMarker(name: string): string {
  return name.replace(/!$/, '')
}
