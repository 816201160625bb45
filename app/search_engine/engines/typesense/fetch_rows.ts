import { PER_PAGE } from './cluster.js'
import type { Snapshot } from './snapshot.js'

export type Row = Record<string, unknown>

/** The fields of a row that determine its position. */
export const ABOUT_ROWS = [
  'kind',
  'parent',
  'child',
  'pk',
  'day',
  'shuffled',
  'parent_shuffled',
  'values',
  'factor',
]

/**
 * Rows that match a filter, and their total number.
 *
 * @param options.most maximum number of rows; if there are more, none are read
 * @param options.together number of rows per response
 */
export async function fetchRows(
  snapshot: Snapshot,
  filter: string,
  {
    most,
    include = ABOUT_ROWS,
    sort = 'pk:asc',
    together = PER_PAGE,
  }: { most: number; include?: string[]; sort?: string; together?: number }
): Promise<{ found: number; rows: Row[] }> {
  const page = (number: number) => ({
    ...{ q: '*', filter_by: filter, page: number, per_page: together },
    ...{ include_fields: include.join(','), sort_by: sort },
  })
  const [first] = await snapshot.search([page(1)])
  const { found } = first!
  const rows = first!.hits.map(({ document }) => document)
  if (found > most || rows.length >= found) return { found, rows }
  const pages = Math.ceil(found / together) - 1
  const others = await snapshot.search(Array.from({ length: pages }, (_, at) => page(at + 2)))
  for (const { hits } of others) for (const { document } of hits) rows.push(document)
  return { found, rows }
}
