/** Suggests filters for unknown parameters. */
import { didYouMean } from '#app/support/did_you_mean'
import type { Filter, FilterTable } from '../resource.js'
import { stripExclusionMarker, resolveFilterName, MAX_HOPS } from './interpret.js'

/** Maximum number of relations followed to find a related filter. */
const MAX_HOPS_AWAY = 2

/**
 * @param name as written
 * @param controls names of parameters that aren't filters
 * @returns undefined if there is no similar name
 */
export function suggest(
  table: FilterTable,
  name: string,
  controls: readonly string[]
): string | undefined {
  // The v3 syntax.
  if (name === 'fields!') return 'omit'
  const bare = stripExclusionMarker(name)
  const found = ofRelatedRecord(table, bare) ?? nearest(table, bare, controls)
  if (found === undefined || found === bare) return undefined
  if (controls.includes(found)) return found
  if (!resolveFilterName(table, found)) return undefined
  return name.endsWith('!') ? `${found}!` : found
}

/** The same filter of a related record, by the shortest path. */
function ofRelatedRecord(start: FilterTable, name: string): string | undefined {
  const [head] = name.split('__', 1)
  if (start.filters.has(head!)) return undefined
  const seen = new Set([start])
  let level = [{ path: '', table: start }]
  for (let hops = 1; hops <= MAX_HOPS_AWAY; hops++) {
    const next: typeof level = []
    for (const { path, table } of level) {
      for (const { name: relation, target } of relationsOf(table)) {
        if (seen.has(target)) continue
        seen.add(target)
        if (resolveFilterName(target, name, MAX_HOPS - hops)) return `${path}${relation}__${name}`
        next.push({ path: `${path}${relation}__`, table: target })
      }
    }
    level = next
  }
  return undefined
}

function relationsOf(table: FilterTable): { name: string; target: FilterTable }[] {
  return [...table.filters.values()].flatMap(({ name, relation }) =>
    relation ? { name, target: relation.target } : []
  )
}

/** Corrects a name part by part; correct parts stay unchanged. */
function nearest(
  table: FilterTable,
  name: string,
  controls: readonly string[] = [],
  hops = 0
): string | undefined {
  const at = name.indexOf('__')
  if (at <= 0) return didYouMean(name, [...controls, ...namesOf(table)])
  const [head, rest] = [name.slice(0, at), name.slice(at + 2)]
  const names = [...table.filters.keys()]
  const filter = table.filters.get(head) ?? table.filters.get(didYouMean(head, names) ?? '')
  if (!filter) return undefined
  const behind = lookupNear(filter, rest) ?? relatedNear(filter, rest, hops)
  return behind && `${filter.name}__${behind}`
}

function lookupNear({ lookups }: Filter, name: string): string | undefined {
  return didYouMean(
    name,
    lookups.filter((lookup) => lookup !== 'exact')
  )
}

function relatedNear({ relation }: Filter, name: string, hops: number): string | undefined {
  if (!relation || hops === MAX_HOPS) return undefined
  return resolveFilterName(relation.target, name, MAX_HOPS - hops - 1)
    ? name
    : (ofRelatedRecord(relation.target, name) ?? nearest(relation.target, name, [], hops + 1))
}

/** Filters, with and without their lookups. */
function namesOf({ filters }: FilterTable): string[] {
  return [...filters.values()].flatMap(({ name, lookups }) =>
    lookups.map((lookup) => (lookup === 'exact' ? name : `${name}__${lookup}`))
  )
}
