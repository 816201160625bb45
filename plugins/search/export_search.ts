/**
 * Export of all results of a search.
 */
import type { ApiRequest } from '#api/api_request'
import type { EndpointAnswer } from '#api/define_endpoint'
import { runInExportQueue } from '#api/export/send_export'
import { InvalidValues } from '#app/support/domain_error'
import { resultSchema } from '#app/search/results/result_schema'
import type { SearchCursor } from '#app/search/request/search_cursor'
import type { SearchRequest } from '#app/search/request/search_request'
import { PAGE_SIZE, pagesAround, today } from '#app/search/search_service'
import type { EngineAnswer } from '#app/search_engine/engine'
import type { SearchServices } from './services.js'

/** Hits per engine request. Each request ranks all matches again. */
const FOUND_TOGETHER = 1000
/** Results to read at a time, including their texts. */
const READ_TOGETHER = 50

interface ExportedSearch {
  file: NonNullable<EndpointAnswer['exported']>
  rankedNewest: number | null
}

type Finding = Pick<SearchServices, 'service' | 'deadline'>

/**
 * Finds the first results and prepares the export.
 *
 * @throws SearchTooSlow, SearchTooBroad, IndexMissing, and InvalidValues for a semantic search
 */
export async function exportOfSearch(
  request: ApiRequest,
  search: SearchRequest & { semantic?: unknown },
  services: Finding
): Promise<ExportedSearch> {
  if (search.semantic)
    throw new InvalidValues({
      format: ["A semantic search can't be exported, because it ranks all records. Use its pages."],
    })
  const { rows } = request.exported!
  const day = today()
  const size = Math.min(rows, FOUND_TOGETHER)
  const first = await runInExportQueue(() => find(search, services, { day, size, count: true }))
  return {
    file: {
      name: `search-${search.type.code}`,
      columns: columnsOf(search),
      total: first.count!,
      pageSize: PAGE_SIZE,
      batches: batchesOf(search, services, { first, day, rows }),
    },
    rankedNewest: first.rankedNewest,
  }
}

/** Returns the keys of a result in the order of the API. */
function columnsOf({ type, index }: SearchRequest): { name: string }[] {
  const { properties } = resultSchema(type, index)
  return Object.keys(properties as object)
    .filter((name) => name !== 'chunks')
    .sort()
    .map((name) => ({ name }))
}

async function* batchesOf(
  search: SearchRequest,
  services: Finding,
  { first, day, rows }: { first: EngineAnswer; day: string; rows: number }
): AsyncIterable<string[]> {
  let left = rows
  let found = first
  for (;;) {
    const hits = found.hits.slice(0, left)
    for (let at = 0; at < hits.length; at += READ_TOGETHER) {
      const results = await services.service.results(search, hits.slice(at, at + READ_TOGETHER))
      yield results.map((result) => JSON.stringify(result))
    }
    left -= hits.length
    const { next } = pagesAround(found, undefined, day)
    if (!next || left <= 0) return
    const size = Math.min(left, FOUND_TOGETHER)
    found = await find(search, services, { day, size, count: false, from: next })
  }
}

function find(
  search: SearchRequest,
  { service, deadline }: Finding,
  { day, from, ...options }: { day: string; size: number; count: boolean; from?: SearchCursor }
): Promise<EngineAnswer> {
  return service.find(search, { ...options, cursor: from, today: day, deadline })
}
