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
import { toBytes } from '#app/search_engine/semantic/vector_bytes'
import { searchError } from './errors.js'
import { exportOfSearch } from './export_search.js'
import type { KeptAnswer } from './result_cache.js'
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
          ...buildWarningHeader(
            formatIgnoredWarning(search.ignored, 'parameters or orderings of this search')
          ),
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
        ...buildWarningHeader(
          formatIgnoredWarning(search.ignored, 'parameters or orderings of this search')
        ),
      },
    }
  } catch (error) {
    log(performance.now() - started, true)
    throw searchError(error)
  }
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

async function readParameters(
  request: ApiRequest,
  { declarations, context, readPostBody }: SearchServices
): Promise<AskedSearch> {
  const { parameters, version, method, catalog } = request
  const given = new Map(parameters.filters)
  const order = parameters.get('order_by')
  if (order !== undefined) given.set('order_by', [order])
  const get = (name: string) => given.get(name)?.findLast((value) => value.trim() !== '')
  const search = readSearch(
    given,
    { ...declarations, types: catalog.searchTypes },
    {
      strict: version === 'v4' && catalog.requests === 'strict',
      flat: version === 'v3',
      byMeaning: version === 'v4' && isSemanticRequested(get, method),
      context: await context(get('q')),
    }
  )
  search.ignored.push(...WITHOUT_EFFECT[version].filter((name) => parameters.get(name)?.trim()))
  if (version === 'v3') return search
  const sent = method === 'POST' ? await readPostBody(request, ['embedding']) : undefined
  search.ignored.push(...(sent?.ignored ?? []))
  const semantic = readSemantic({ ...search, get, body: sent && { json: sent.body } })
  if (!(semantic?.meaning instanceof Float32Array)) return { ...search, semantic }
  // The vector is part of the fingerprint, so that a cursor is valid only with it.
  const vector = hash('sha256', toBytes(semantic.meaning), 'base64url')
  return { ...search, semantic, fingerprint: fingerprint([search.fingerprint, vector]) }
}

async function pageOf(
  search: AskedSearch,
  options: PageOptions,
  { service, vectors, chunkTexts }: SearchServices
): Promise<SearchPage> {
  const { semantic } = search
  if (!semantic) return service.page(search, options)
  const { meaning } = semantic
  const vector = meaning instanceof Float32Array ? meaning : await vectors.of(meaning)
  return semanticPage({ ...search, semantic: { ...semantic, vector } }, options, {
    ...service,
    chunkTexts: chunkTexts.get(search.type.index)!,
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
  const page = await pageOf(search, { cursor, count: true, deadline }, services)
  const at = (target: SearchCursor | null) =>
    target &&
    request.path + request.parameters.with({ cursor: cursors.encode(search.fingerprint, target) })
  const [next, previous] = [at(page.next), at(page.previous)]
  const { count, results, rankedNewest, shown } = page
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
