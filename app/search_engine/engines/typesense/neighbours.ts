/** Passages whose vectors are close to a given one. */
import type { Neighbour, NeighbourSearch } from '../../engine.js'
import { PER_PAGE } from './cluster.js'
import { fetchRows } from './fetch_rows.js'
import { joinWithAnd, filterText, type FilterTree } from './filter.js'
import { MAX_NARROWED, MAX_NEIGHBOURS } from './refused.js'
import type { Resolver } from './resolve.js'
import { SEARCHED } from './row_counts.js'

interface Passage {
  pk: number
  key: number
  chunk: number
  similarity: number
}

/** @throws SearchTooSlow, SearchTooBroad, SearchRefused */
export async function findNeighbours(
  resolver: Resolver,
  search: NeighbourSearch
): Promise<Neighbour[]> {
  const { snapshot } = resolver
  const { filter, size } = search
  const tree = await resolver.resolve(filter, filter.op === 'and' ? filter.of : [filter])
  if (tree.op === 'none') return []
  const among = await rowsOf(resolver, tree)
  if (among?.length === 0) return []
  const passages = await nearest(
    resolver,
    search,
    among && `pk:=[${among.join(',')}]`,
    among || tree.op === 'all' ? size : MAX_NEIGHBOURS
  )
  const keys = [...new Set(passages.map(({ pk }) => pk))]
  if (!keys.length) return []
  const parents = new Map<number, number>()
  for (let at = 0; at < keys.length; at += PER_PAGE) {
    const portion = `pk:=[${keys.slice(at, at + PER_PAGE).join(',')}]`
    const matching = tree.op === 'all' ? null : filterText(tree)
    const { rows } = await fetchRows(
      snapshot,
      joinWithAnd(SEARCHED, snapshot.seen, portion, matching),
      {
        ...{ most: PER_PAGE, include: ['pk', 'parent'] },
      }
    )
    for (const { pk, parent } of rows) parents.set(Number(pk), Number(parent))
  }
  return passages
    .flatMap(({ pk, ...passage }) => {
      const parent = parents.get(pk)
      return parent === undefined ? [] : [{ ...passage, parent }]
    })
    .slice(0, size)
}

/** Matching rows; null: all, or too many to list. */
async function rowsOf({ snapshot }: Resolver, tree: FilterTree): Promise<number[] | null> {
  if (tree.op === 'all') return null
  const filter = joinWithAnd(SEARCHED, snapshot.seen, filterText(tree))
  const { found, rows } = await fetchRows(snapshot, filter, {
    ...{ most: MAX_NARROWED, include: ['pk'] },
  })
  return found > MAX_NARROWED ? null : rows.map(({ pk }) => Number(pk))
}

async function nearest(
  { snapshot }: Resolver,
  { vector, atLeast }: NeighbourSearch,
  among: string | null,
  wanted: number
): Promise<Passage[]> {
  const options = [
    `k:${wanted}`,
    `ef:${Math.max(200, wanted)}`,
    `flat_search_cutoff:${MAX_NARROWED}`,
    `distance_threshold:${Math.min(2, 1 - atLeast + ROUNDING)}`,
  ]
  const pages = Math.ceil(wanted / PER_PAGE)
  const answers = await snapshot.search(
    Array.from({ length: pages }, (_, at) => ({
      ...{ q: '*', page: at + 1, per_page: Math.min(PER_PAGE, wanted) },
      filter_by: joinWithAnd('kind:=chunk', snapshot.seen, among),
      vector_query: `vector:([${[...vector].join(',')}], ${options.join(', ')})`,
      include_fields: 'pk,child,chunk',
    }))
  )
  return answers
    .flatMap(({ hits }) => hits)
    .map(({ document, vector_distance: distance = 0 }) => ({
      pk: Number(document.pk),
      key: Number(document.child),
      chunk: Number(document.chunk),
      similarity: 1 - distance,
    }))
    .filter(({ similarity }) => similarity >= atLeast)
    .slice(0, wanted)
}

/** Distances have 32-bit precision. */
const ROUNDING = 1e-6
