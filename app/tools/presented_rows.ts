/**
 * Rows of the API as tools return them: results of searches have the fields
 * that were asked for, which the API does not select, and what their type
 * adds for tools.
 */
import type { Catalog } from '#api/catalog'
import { nearNames } from '#app/support/did_you_mean'

export type Row = Record<string, unknown>

export interface Presentation {
  /** Fields of search results to return; all when left out. */
  fields?: string[]
  /** Code of the search type that rows are results of. */
  searchType?: string
}

/** @returns the rows, and a warning where a field that was asked for is absent from one of them */
export function presentedRows(
  rows: Row[],
  { fields, searchType }: Presentation,
  { searchTypes }: Pick<Catalog, 'searchTypes'>
): { results: Row[]; missing_fields?: string } {
  const derive = searchTypes.find(({ code }) => code === searchType)?.derived ?? (() => ({}))
  const results = rows.map((row) => ({ ...selected(row, fields), ...derive(row) }))
  const missing = (fields ?? []).filter((name) => results.some((row) => !(name in row)))
  if (!missing.length) return { results }
  const available = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const near = missing.flatMap((name) => nearNames(name, available, 1))
  return {
    results,
    missing_fields: [
      `Not in every result: ${missing.join(', ')}.`,
      ...(near.length ? [`Did you mean: ${[...new Set(near)].join(', ')}?`] : []),
      `Available: ${available.join(', ')}.`,
    ].join(' '),
  }
}

function selected(row: Row, fields: string[] | undefined): Row {
  if (!fields) return row
  return Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, row[name]]))
}
