/**
 * `GET /search/` (specification, Search; search.md).
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { hash } from 'node:crypto'
import { ApiError } from '#api/api_error'
import type { ApiRequest } from '#api/api_request'
import type { EndpointAnswer } from '#api/define_endpoint'
import { readPage, refuseDeep } from '#api/pagination/page'
import { linkHeader } from '#api/respond'
import {
  decodeSearchCursor,
  encodeSearchCursor,
  type SearchCursor,
} from '#app/search/request/search_cursor'
import { readSearch, type SearchRequest } from '#app/search/request/search_request'
import { PAGE_SIZE } from '#app/search/search_service'
import { searchError } from './errors.js'
import type { KeptAnswer } from './result_cache.js'
import { searchServices, type SearchServices } from './services.js'

/** Controls of lists that searches do not take. */
const NOT_TAKEN = ['page_size', 'fields', 'omit', 'count'] as const

export async function answerSearch(
  request: ApiRequest,
  app: ApplicationService
): Promise<EndpointAnswer> {
  const services = await searchServices(app)
  const started = performance.now()
  const log = (milliseconds: number | null, failed: boolean) =>
    logSearch(request, services, milliseconds, failed)
  try {
    const { answer, age } = await cachedAnswer(request, services)
    log(age === undefined ? performance.now() - started : null, false)
    const { next, previous } = answer
    return {
      body: JSON.parse(answer.json),
      headers: {
        ...linkHeader(next, previous),
        ...(age === undefined ? {} : { age: String(age) }),
      },
    }
  } catch (error) {
    log(performance.now() - started, true)
    throw searchError(error)
  }
}

async function cachedAnswer(
  request: ApiRequest,
  services: SearchServices
): Promise<{ answer: KeptAnswer; age?: number }> {
  const search = await readParameters(request, services)
  const key = hash('sha256', `${request.version} ${request.path} ${request.parameters.with({})}`)
  const kept = services.cache.get(key)
  if (kept) return { answer: kept, age: kept.age }
  const { answer, shown } =
    request.version === 'v3'
      ? await numbered(request, search, services)
      : await byCursor(request, search, services)
  services.cache.set(key, search.type.index, shown, answer)
  return { answer }
}

async function readParameters(
  { parameters, version }: ApiRequest,
  { declarations, context }: SearchServices
): Promise<SearchRequest> {
  const given = new Map(parameters.filters)
  const order = parameters.get('order_by')
  if (order !== undefined) given.set('order_by', [order])
  if (version === 'v4') {
    for (const name of NOT_TAKEN) {
      const value = parameters.get(name)
      if (value !== undefined) given.set(name, [value])
    }
  }
  return readSearch(given, declarations, { version, context: await context(version) })
}

interface MadeAnswer {
  answer: KeptAnswer
  shown: number[]
}

async function byCursor(
  request: ApiRequest,
  search: SearchRequest,
  { service, deadline }: SearchServices
): Promise<MadeAnswer> {
  const text = request.parameters.get('cursor')
  const cursor = text === undefined ? undefined : decodeSearchCursor(search.fingerprint, text)
  const page = await service.page(search, { cursor, count: true, deadline })
  const at = (target: SearchCursor | null) =>
    target &&
    request.path +
      request.parameters.with({ cursor: encodeSearchCursor(search.fingerprint, target) })
  const [next, previous] = [at(page.next), at(page.previous)]
  const meta = { defaults_applied: search.defaultsApplied, ranked_newest: page.rankedNewest }
  const body = { count: page.count, next, previous, results: page.results, meta }
  return { answer: { json: JSON.stringify(body), next, previous }, shown: page.keys }
}

async function numbered(
  request: ApiRequest,
  search: SearchRequest,
  { service, deadline }: SearchServices
): Promise<MadeAnswer> {
  const page = readPage(request.parameters.get('page'))
  if (page === 'last')
    throw ApiError.detail(404, 'Invalid page: searches have no "last" page. Give its number.')
  refuseDeep(page)
  const { results, keys, count } = await service.numberedPage(search, { page, deadline })
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE))
  if (page > pages) throw ApiError.detail(404, 'Invalid page.')
  const at = (number: number) =>
    request.path + request.parameters.with({ page: number === 1 ? undefined : String(number) })
  const next = page < pages ? at(page + 1) : null
  const previous = page > 1 ? at(page - 1) : null
  return {
    answer: { json: JSON.stringify({ count, next, previous, results }), next, previous },
    shown: keys,
  }
}

function logSearch(
  { ctx, parameters }: ApiRequest,
  { log, engine }: SearchServices,
  milliseconds: number | null,
  failed: boolean
): void {
  if (ctx.caller && !ctx.caller.account.logSearches) return
  log.note({
    accountId: ctx.caller?.account.id ?? null,
    source: 'api',
    mode: 'words',
    engine,
    parameters: parameters.with({}).slice(1),
    milliseconds,
    failed,
  })
}
