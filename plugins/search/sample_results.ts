/** Finds the results of a search that are records of the sample archive. */
import { buildSampleHeader, type SampleKind, type SampleRecords } from '#api/sample_records'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import type { ResultObject } from '#app/search/results/result_rows'
import type { ShownRows } from '#app/search/results/row_states'

type Searched = {
  type: Pick<SearchTypeDefinition, 'grain' | 'recordKey'>
  index: SearchIndexDefinition
}

/** @returns the kind of each result, undefined for records that aren't samples */
export async function findSampleKinds(
  samples: SampleRecords,
  search: Searched,
  results: readonly ResultObject[]
): Promise<(SampleKind | undefined)[]> {
  const kinds = await samples.of(getSearchedTable(search))
  const { recordKey = 'id' } = search.type
  return results.map((result) => kinds.get(String(result[recordKey])))
}

/** The header that counts the sample records in a response. */
export async function buildResultsSampleHeader(
  samples: SampleRecords,
  search: Searched,
  shown: ShownRows | undefined
): Promise<Record<string, string>> {
  const keys = search.type.grain === 'parent' ? shown?.parents : shown?.children
  return buildSampleHeader(await samples.of(getSearchedTable(search)), (keys ?? []).map(String))
}

/** The table of the records: `dockets` for rows from `dockets d`. */
export function getSearchedTable({ type: { grain }, index: { documents } }: Searched): string {
  const rows = grain === 'parent' ? documents.parents : documents.children!
  return rows.from.trim().split(/\s/, 1)[0]!
}
