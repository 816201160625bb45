/** A search in one state of an index. */
import {
  type ChildHit,
  type EngineAnswer,
  type EngineHit,
  type EngineSearch,
  type Grain,
  listFacet,
  MOST_FACET_VALUES,
  type Facets,
} from '../../engine.js'
import { and } from '../../query/tree.js'
import { listByScore, type ScoredHit } from './by_score.js'
import { buildSortColumns, compareValues } from './columns.js'
import { ABOUT_ROWS, type Row } from './fetch_rows.js'
import { joinWithAnd, asFilter, asQuery, filterText } from './filter.js'
import { keyInPosition, listHits, type Listed, placeInPosition } from './lists.js'
import { MAX_CHILDREN } from './refused.js'
import type { Resolver } from './resolve.js'
import { SEARCHED } from './row_counts.js'
import { Scores } from './scores.js'
import { PER_PAGE } from './cluster.js'
import { facetField } from './schema.js'

const KINDS: Record<Grain, string> = {
  parent: SEARCHED,
  child: 'kind:=child',
  leaf: 'kind:=[child,lone]',
}

/** @throws SearchTooSlow, SearchTooBroad, SearchRefused */
export async function runSearch(
  resolver: Resolver,
  search: EngineSearch,
  mostRanked: number
): Promise<EngineAnswer> {
  const { snapshot } = resolver
  const { grain, order, size, from } = search
  const within = [search.query, search.filter].flatMap((tree) =>
    tree.op === 'and' ? tree.of : [tree]
  )
  const query = await resolver.resolve(search.query, within)
  const filter = await resolver.resolve(search.filter, within)
  const tree = asFilter(and(asQuery(query), asQuery(filter)))
  resolver.check(tree)
  if (tree.op === 'none')
    return {
      ...{ hits: [], more: false, count: search.count ? 0 : null, rankedNewest: null },
      ...(search.facets?.length ? { facets: noFacets(search.facets) } : {}),
    }
  const text = tree.op === 'all' ? null : filterText(tree)
  const matching = joinWithAnd(KINDS[grain], snapshot.seen, text)
  const counted = Promise.all([
    search.count ? countHits(resolver, matching, grain) : null,
    search.facets?.length ? countFacets(resolver, matching, search.facets, grain) : null,
  ])
  if (size === 0) {
    const [count, ofFacets] = await counted
    const facets = ofFacets ? { facets: ofFacets } : {}
    const { countUpTo = Infinity } = search
    const shown = count === null ? null : Math.min(count, countUpTo + 1)
    return { hits: [], more: Boolean(count), count: shown, rankedNewest: null, ...facets }
  }
  const scores = new Scores(resolver, search, query, { filter: matching, tree })
  const listing =
    order.by === 'score'
      ? listByScore(snapshot, search, matching, scores, { most: size + 1, mostRanked })
      : listByFields(resolver, search, matching)
  const [[count, ofFacets], ranking] = await Promise.all([counted, listing])
  const facets = ofFacets ? { facets: ofFacets } : {}
  const { rankedNewest } = ranking
  let found: (Listed & Partial<ScoredHit>)[] = ranking.hits
  const more = found.length > size
  if (more) found = from?.direction === 'before' ? found.slice(1) : found.slice(0, size)
  const children =
    grain === 'parent' && search.children
      ? await childrenOf(resolver, search, found, { filter: matching, scores, known: ranking.rows })
      : new Map<number, ChildHit[]>()
  return {
    hits: found.map((hit) => hitOf(hit, search, children.get(hit.place) ?? [])),
    ...{ more, count, rankedNewest, ...facets },
  }
}

async function listByFields(
  { layout, snapshot }: Resolver,
  { grain, order, size, from }: EngineSearch,
  filter: string
) {
  const hits = await listHits(snapshot, {
    ...{ filter, grain, most: size + 1 },
    columns: buildSortColumns(order, layout, grain === 'parent'),
    from: from && {
      values: from.position.slice(0, -1),
      place: placeInPosition(from.position, grain),
      direction: from.direction,
    },
  })
  return { hits, rows: [], rankedNewest: null }
}

function hitOf(
  { row, values, score = 0 }: Listed & Partial<ScoredHit>,
  { grain, children: most }: EngineSearch,
  children: ChildHit[]
): EngineHit {
  const parent = Number(row.parent)
  const childless = grain === 'leaf' && row.kind === 'lone'
  const key = grain === 'parent' || childless ? parent : Number(row.child)
  return {
    ...{ key, parent },
    ...(childless ? { childless } : {}),
    score,
    position: [...values, keyInPosition(key, childless)],
    children: children.slice(0, most),
    moreChildren: children.length > most,
  }
}

/**
 * Counts all hits. Typesense only estimates the number of groups, but counts the values of a
 * facet.
 */
async function countHits({ snapshot }: Resolver, filter: string, grain: Grain): Promise<number> {
  const facet = { facet_by: 'parent', facet_strategy: 'exhaustive', max_facet_values: 1 } as const
  const [answer] = await snapshot.search([
    { q: '*', filter_by: filter, per_page: 0, ...(grain === 'parent' ? facet : {}) },
  ])
  return grain === 'parent' ? answer!.distinct : answer!.found
}

/**
 * Matching children of hits: best first, or in list order if the list is sorted by fields of
 * children.
 *
 * @param options.known all matching rows of some parents
 */
async function childrenOf(
  { layout, snapshot }: Resolver,
  { order, children: most }: EngineSearch,
  hits: Listed[],
  { filter, scores, known }: { filter: string; scores: Scores; known: Row[] }
): Promise<Map<number, ChildHit[]>> {
  const columns = order.by === 'fields' ? buildSortColumns(order, layout, true) : []
  const own = columns.filter(({ ofChildren }) => ofChildren)
  const limit = own.length ? Math.min(most + 1, MAX_CHILDREN) : MAX_CHILDREN
  const sort = [...own.flatMap((column) => column.sort(false)), 'pk:desc'].join(',')
  const rows: Row[] = []
  const ofParents = Map.groupBy(known, ({ parent }) => Number(parent))
  for (const { place } of hits) {
    const its = ofParents.get(place)?.filter(({ kind }) => kind === 'child') ?? []
    rows.push(...its.sort((one, other) => Number(other.pk) - Number(one.pk)).slice(0, limit))
  }
  const others = hits.filter(({ place }) => !ofParents.has(place))
  for (let at = 0; at < others.length; at += PER_PAGE) {
    const parents = others.slice(at, at + PER_PAGE).map(({ place }) => place)
    const [answer] = await snapshot.search([
      {
        ...{ q: '*', per_page: PER_PAGE, sort_by: sort, include_fields: ABOUT_ROWS.join(',') },
        filter_by: joinWithAnd(filter, 'kind:=child', `parent:=[${parents.join(',')}]`),
        ...{ group_by: 'parent', group_limit: limit },
      },
    ])
    for (const group of answer!.groups) for (const { document } of group.hits) rows.push(document)
  }
  const ofRows = await scores.of(rows)
  const valued = rows.map((row) => ({
    row,
    score: ofRows.get(Number(row.pk))!,
    values: own.map((column) => column.readRowValue(row)),
  }))
  const sorted = valued.sort(
    (one, other) =>
      (own.length ? compareValues(own, one.values, other.values) : other.score - one.score) ||
      Number(other.row.pk) - Number(one.row.pk)
  )
  const children = new Map<number, ChildHit[]>()
  for (const { row, score } of sorted) {
    const parent = Number(row.parent)
    const hit = { key: Number(row.child), score }
    const siblings = children.get(parent)
    if (siblings) siblings.push(hit)
    else children.set(parent, [hit])
  }
  return children
}

/**
 * Counts all hits. An exhaustive facet on groups counts groups, so a parent counts once for
 * each value.
 *
 * @param filter of the rows that match
 * @throws SearchTooSlow
 */
async function countFacets(
  { layout, snapshot }: Resolver,
  filter: string,
  fields: string[],
  grain: Grain
): Promise<Facets> {
  const [answer] = await snapshot.search([
    {
      ...{ q: '*', filter_by: filter, per_page: 0 },
      ...(grain === 'parent' ? { group_by: 'parent', group_limit: 1 } : {}),
      facet_by: fields.map(facetField).join(','),
      facet_strategy: 'exhaustive',
      max_facet_values: MOST_FACET_VALUES,
    },
  ])
  const values = fields.map((name, at) => {
    const isText = ['keyword', 'boolean'].includes(layout.field(name).kind)
    const found = answer!.facets[at] ?? []
    return [
      name,
      listFacet(
        found.map(({ value, count }) => ({ value: isText ? value : Number(value), count }))
      ),
    ] as const
  })
  return { values: Object.fromEntries(values), countedNewest: null }
}

/** Facets of a search without matches. */
function noFacets(fields: string[]): Facets {
  return { values: Object.fromEntries(fields.map((name) => [name, []])), countedNewest: null }
}
