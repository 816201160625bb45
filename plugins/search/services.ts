/** Services of searches. `provider.ts` binds one instance for the application. */
import type { ApplicationService } from '@adonisjs/core/types'
import type { ApiRequest } from '#api/api_request'
import type { SampleRecords } from '#api/sample_records'
import type { EndpointBody } from '#api/writes/endpoint_body'
import type { SearchCursors } from '#app/search/request/search_cursor'
import type { SearchDeclarations } from '#app/search/request/search_request'
import type { SearchService } from '#app/search/search_service'
import type { ArchiveModel } from '#app/search/semantic/archive_model'
import type { ChunkTexts } from '#app/search/semantic/semantic_page'
import type { QueryVectors } from '#app/search/semantic/semantic_finder'
import type { QueryContext } from '#app/search_engine/query/parse_query'
import type { QueryLog } from './query_log.js'
import type { KeptPage, ResultCache } from './result_cache.js'

export class SearchServices {
  declare readonly service: SearchService
  declare readonly declarations: SearchDeclarations
  declare readonly cursors: SearchCursors
  declare readonly cache: ResultCache
  /** Cached results of pages, as JSON. */
  declare readonly pages: ResultCache<KeptPage>
  declare readonly log: QueryLog
  declare readonly samples: SampleRecords
  /** Name of the engine. */
  declare readonly engine: string
  declare readonly deadline: number
  /** Vectors of semantic queries. */
  declare readonly vectors: QueryVectors
  /** Texts of passages by index. */
  declare readonly chunkTexts: Map<string, ChunkTexts>
  /** Models of vectors by index. */
  declare readonly archiveModels: Map<string, ArchiveModel>
  /** Reads the body of a POST request. */
  declare readonly readPostBody: (
    request: ApiRequest,
    known: readonly string[]
  ) => Promise<EndpointBody>
  /** Returns the archive's data for parsing a query; with an age in milliseconds, not older than it. */
  declare readonly context: (q?: string, oldest?: number) => Promise<QueryContext>

  constructor(parts: SearchServices) {
    Object.assign(this, parts)
  }
}

/** Returns the services of an application. */
export function searchServices(app: ApplicationService): Promise<SearchServices> {
  return app.container.make(SearchServices)
}
