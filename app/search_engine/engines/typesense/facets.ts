/** Hits by the values of fields. */
import { listFacet, MOST_FACET_VALUES, type Facets, type Grain } from '../../engine.js'
import type { Resolver } from './resolve.js'
import { facetField } from './schema.js'

/**
 * Counts all hits. An exhaustive facet of groups counts groups, so a parent once for each value.
 *
 * @param filter of the rows that match
 * @throws SearchTooSlow
 */
export async function countFacets(
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

/** Those of a search that nothing matches. */
export function noFacets(fields: string[]): Facets {
  return { values: Object.fromEntries(fields.map((name) => [name, []])), countedNewest: null }
}
