/**
 * `/search/` by GET and, with a vector, by POST (specification, Search; search.md).
 */
import { hash } from 'node:crypto'
import { ApiError } from '#app/support/api_error'
import type { ApiRequest } from '#api/api_request'
import type { EndpointAnswer } from '#api/define_endpoint'
import { MAX_PAGES, readPage } from '#api/pagination/page'
import type { Control } from '#api/parameters'
import { formatIgnoredWarning, linkHeader, buildWarningHeader } from '#api/respond'
import { fingerprint, type SearchCursor } from '#app/search/request/search_cursor'
import { readSearch, type SearchRequest } from '#app/search/request/search_request'
import { PAGE_SIZE, type PageOptions, type SearchPage } from '#app/search/search_service'
import { semanticPage } from '#app/search/semantic/semantic_page'
import {
  isSemanticRequested,
  readSemantic,
  type SemanticRequest,
} from '#app/search/semantic/semantic_request'
import { QueryError } from '#app/search_engine/query/query_error'
import { toBytes } from '#app/search_engine/semantic/vector_bytes'
import { InvalidValues } from '#app/support/domain_error'
import { searchError } from './errors.js'
import { exportOfSearch } from './export_search.js'
import type { KeptAnswer } from './result_cache.js'
import { buildResultsSampleHeader } from './sample_results.js'
import type { SearchServices } from './services.js'
import type { Version } from '#api/version'

/** Parameters of lists that have no effect on searches. */
const WITHOUT_EFFECT: Record<Version, readonly Control[]> = {
  v4: ['page_size', 'fields', 'omit', 'count', 'expand', 'page'],
  v3: ['page_size', 'fields', 'omit', 'count', 'expand', 'cursor'],
}

export async function answerSearch(
  request: ApiRequest,
  services: SearchServices
): Promise<EndpointAnswer> {
  const started = performance.now()
  let search: AskedSearch | undefined
  const log = (milliseconds: number | null, failed: boolean) =>
    logSearch(request, services, { milliseconds, failed, byMeaning: Boolean(search?.semantic) })
  try {
    search = await readParameters(request, services)
    if (request.exported) {
      const exported = await exportOfSearch(request, search, services)
      log(performance.now() - started, false)
      return {
        exported: exported.file,
        headers: {
          ...scopeHeaders(search.defaultsApplied, exported.rankedNewest),
          ...(await warningsOn(search, services)),
        },
      }
    }
    const { answer, age } = await cachedAnswer(request, services, search)
    log(age === undefined ? performance.now() - started : null, false)
    const { next, previous } = answer
    return {
      json: answer.json,
      headers: {
        ...linkHeader(next, previous),
        ...scopeHeaders(search.defaultsApplied, answer.rankedNewest),
        ...(age === undefined ? {} : { age: String(age) }),
        ...(await buildResultsSampleHeader(services.samples, search, answer.shown)),
        ...(await warningsOn(search, services)),
      },
    }
  } catch (error) {
    log(performance.now() - started, true)
    throw searchError(error)
  }
}

/** Warns of ignored parameters, and of a semantic search that doesn't cover all texts. */
async function warningsOn(
  { ignored, semantic, type }: AskedSearch,
  { archiveModels }: SearchServices
): Promise<Record<string, string>> {
  const isPartial = semantic && !(await archiveModels.get(type.index)!.isComplete())
  return buildWarningHeader(
    formatIgnoredWarning(ignored, 'parameters or orderings of this search'),
    isPartial ? 'Some texts have no vectors yet, so semantic results may be incomplete' : undefined
  )
}

async function cachedAnswer(
  request: ApiRequest,
  services: SearchServices,
  search: AskedSearch
): Promise<{ answer: KeptAnswer; age?: number }> {
  const { version, path, parameters } = request
  const key = hash('sha256', `${version} ${path} ${parameters.with({})} ${search.fingerprint}`)
  return services.cache.of({ key, index: search.type.index }, () =>
    version === 'v3' ? numbered(request, search, services) : byCursor(request, search, services)
  )
}

/** A keyword or semantic search. */
type AskedSearch = SearchRequest & { semantic?: SemanticRequest | null }

/** Maximum age of the known values before one is rejected, in milliseconds. */
const FRESH = 1000

const isUnknownValue = (error: unknown) =>
  error instanceof InvalidValues || (error instanceof QueryError && error.kind === 'value')

async function readParameters(
  request: ApiRequest,
  { declarations, context, readPostBody, archiveModels }: SearchServices
): Promise<AskedSearch> {
  const { parameters, version, method, catalog } = request
  const given = new Map(parameters.filters)
  const order = parameters.get('order_by')
  if (order !== undefined) given.set('order_by', [order])
  const get = (name: string) => given.get(name)?.findLast((value) => value.trim() !== '')
  const strict = version === 'v4' && catalog.requests === 'strict'
  const read = async (oldest?: number) => {
    const { known, ...readWith } = await context(get('q'), oldest)
    return readSearch(
      given,
      { ...declarations, types: catalog.searchTypes },
      {
        strict,
        flat: version === 'v3',
        byMeaning: version === 'v4' && isSemanticRequested(get, method),
        // Clients of the public service get an empty list for an unknown court.
        context: strict ? { ...readWith, known } : readWith,
      }
    )
  }
  const search = await read().catch((error: unknown) => {
    // The court may be new.
    if (strict && isUnknownValue(error)) return read(FRESH)
    throw error
  })
  search.ignored.push(...WITHOUT_EFFECT[version].filter((name) => parameters.get(name)?.trim()))
  if (version === 'v3') return search
  const sent = method === 'POST' ? await readPostBody(request, ['embedding']) : undefined
  search.ignored.push(...(sent?.ignored ?? []))
  const semantic = readSemantic({ ...search, get, body: sent && { json: sent.body } })
  if (!(semantic?.meaning instanceof Float32Array)) return { ...search, semantic }
  await archiveModels.get(search.type.index)!.check(semantic.meaning)
  // The vector is part of the fingerprint, so that a cursor is valid only with it.
  const vector = hash('sha256', toBytes(semantic.meaning), 'base64url')
  return { ...search, semantic, fingerprint: fingerprint([search.fingerprint, vector]) }
}

async function pageOf(
  search: AskedSearch,
  options: PageOptions,
  { service, vectors, chunkTexts, archiveModels }: SearchServices
): Promise<SearchPage> {
  const { semantic } = search
  if (!semantic) return service.page(search, options)
  const { meaning } = semantic
  const vector = meaning instanceof Float32Array ? meaning : await vectors.of(meaning)
  return semanticPage({ ...search, semantic: { ...semantic, vector } }, options, {
    ...service,
    chunkTexts: chunkTexts.get(search.type.index)!,
    archiveModel: archiveModels.get(search.type.index)!,
  })
}

async function byCursor(
  request: ApiRequest,
  search: AskedSearch,
  services: SearchServices
): Promise<KeptAnswer> {
  const text = request.parameters.get('cursor')?.trim()
  const cursor = text ? services.cursors.decode(search.fingerprint, text) : undefined
  const { deadline, cursors } = services
  const { partial } = search
  const page = await pageOf(search, { cursor, count: true, deadline, partial }, services)
  const at = (target: SearchCursor | null) =>
    target &&
    request.path + request.parameters.with({ cursor: cursors.encode(search.fingerprint, target) })
  const [next, previous] = [at(page.next), at(page.previous)]
  const { results, rankedNewest, shown, partialCount = 0 } = page
  const count = page.count! + partialCount
  for (const { meta } of results.slice(results.length - partialCount))
    Object.assign(meta as object, { partial: true })
  const json = JSON.stringify({ count, next, previous, results })
  return { json, next, previous, rankedNewest, shown }
}

async function numbered(
  request: ApiRequest,
  search: SearchRequest,
  { service, deadline }: SearchServices
): Promise<KeptAnswer> {
  const page = pageNumber(request.parameters.get('page'))
  const { results, count, rankedNewest, shown } = await service.numberedPage(search, {
    page,
    deadline,
  })
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE))
  if (page > pages) throw ApiError.detail(404, 'Invalid page.')
  const at = (number: number) =>
    request.path + request.parameters.with({ page: number === 1 ? undefined : String(number) })
  const next = page < Math.min(pages, MAX_PAGES) ? at(page + 1) : null
  const previous = page > 1 ? at(page - 1) : null
  const json = JSON.stringify({ count, next, previous, results })
  return { json, next, previous, rankedNewest, shown }
}

/** @throws ApiError 400 for an invalid page number (specification, Lists 3), 404 for a page that is too deep */
function pageNumber(text: string | undefined): number {
  const typed = text?.trim() ?? ''
  if (typed && !/^0*[1-9]\d*$/.test(typed)) {
    const given = typed.slice(0, 40)
    throw new ApiError(400, {
      page: [`Enter the number of a page, from 1 to ${MAX_PAGES}. "${given}" isn't one.`],
    })
  }
  const page = readPage(typed, 'Narrow the search, or follow "next" of the same search on v4.')
  return page as number
}

/** Returns headers for implicit restrictions, because the keys of the body are fixed. */
function scopeHeaders(
  defaultsApplied: Record<string, string>,
  rankedNewest: number | null
): Record<string, string> {
  const defaults = new URLSearchParams(defaultsApplied).toString()
  return {
    ...(defaults ? { 'curia-defaults-applied': defaults } : {}),
    ...(rankedNewest === null ? {} : { 'curia-ranked-newest': String(rankedNewest) }),
  }
}

function logSearch(
  { ctx, parameters }: ApiRequest,
  { log, engine }: SearchServices,
  {
    milliseconds,
    failed,
    byMeaning,
  }: { milliseconds: number | null; failed: boolean; byMeaning: boolean }
): void {
  if (ctx.auth.user && !ctx.auth.user.logSearches) return
  log.note({
    accountId: ctx.auth.user?.id ?? null,
    source: 'api',
    mode: byMeaning ? 'meaning' : 'words',
    engine,
    parameters: parameters.with({}).slice(1),
    milliseconds,
    failed,
  })
}
