/**
 * What the search page shows: the form, and the results of what was asked.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import { ApiError } from '#api/api_error'
import type { PageVisitor } from '#app/console/api_sessions'
import { Parameters } from '#api/parameters'
import type { SearchCursor } from '#app/search/request/search_cursor'
import { readSearch, type SearchRequest } from '#app/search/request/search_request'
import { searchError } from '../errors.js'
import { searchServices, type SearchServices } from '../services.js'
import { actionsFor, takeParts, type LoadedPart, type SearchAction } from './actions.js'
import { cardOf, type Card } from './card.js'
import { formOf, type SearchForm } from './form.js'

export interface SearchPageModel {
  status: number
  title: string
  form: SearchForm
  /** Sentences on what is wrong with the search. */
  problems: string[]
  results?: { count: number; cards: Card[]; next: string | null; previous: string | null }
  /** Address of the same search in the API. */
  api: string
  /** What the results leave out without being asked to. */
  onlyStandard: string[]
  /** What else can be done with the search, which they take as it is written. */
  actions: SearchAction[]
  query: string
  /** What plugins show above the results. */
  parts: LoadedPart[]
  /** Parameters that keep it on other searches: `&name=value`. */
  kept: string
}

export async function searchPage(
  ctx: HttpContext,
  app: ApplicationService,
  visitor: PageVisitor | undefined
): Promise<SearchPageModel> {
  const services = await searchServices(app)
  const address = new URLSearchParams(ctx.request.parsedUrl.query ?? '')
  const parts = await takeParts(address, visitor)
  const kept = parts
    .map(({ parameter, value }) => `&${parameter}=${encodeURIComponent(value)}`)
    .join('')
  const parameters = new Parameters(address.toString(), 'v4')
  const given = new Map(parameters.filters)
  const order = parameters.get('order_by')
  if (order) given.set('order_by', [order])
  const typed = (name: string) => given.get(name)?.at(-1) ?? ''
  const type =
    services.declarations.types.find(({ code }) => code === typed('type')) ??
    services.declarations.types[0]!
  const model = {
    status: 200,
    title: typed('q') ? `${typed('q')} – Search` : 'Search',
    form: formOf(services.declarations.types, type, { typed, kept }),
    api: `/api/rest/v4/search/${parameters.with({ cursor: undefined, page: undefined })}`,
    problems: [],
    onlyStandard: [],
    actions: actionsFor(type.code),
    query: parameters.with({ cursor: undefined, page: undefined }).slice(1),
    parts,
    kept,
  }
  if (!given.size) return model

  try {
    const context = await services.context()
    given.set('highlight', ['on'])
    const search = readSearch(given, services.declarations, { strict: false, context })
    const results = await resultsOf(visitor, parameters, search, services)
    return { ...model, results, onlyStandard: Object.keys(search.defaultsApplied) }
  } catch (error) {
    const problem = searchError(error)
    if (!(problem instanceof ApiError)) throw problem
    return { ...model, status: problem.status, problems: sentencesOf(problem) }
  }
}

async function resultsOf(
  visitor: PageVisitor | undefined,
  parameters: Parameters,
  search: SearchRequest,
  { service, cursors, deadline, log, engine }: SearchServices
): Promise<SearchPageModel['results']> {
  const started = performance.now()
  const text = parameters.get('cursor')
  const cursor = text ? cursors.decode(search.fingerprint, text) : undefined
  const page = await service.page(search, { cursor, count: true, deadline })
  if (visitor?.account.logSearches !== false) {
    log.note({
      accountId: visitor?.account.id ?? null,
      source: 'page',
      mode: 'words',
      engine,
      parameters: parameters.with({}).slice(1),
      milliseconds: performance.now() - started,
      failed: false,
    })
  }
  const at = (target: SearchCursor | null) =>
    target && `/search/${parameters.with({ cursor: cursors.encode(search.fingerprint, target) })}`
  return {
    count: page.count!,
    cards: page.results.map((result) => cardOf(search.type, result)),
    next: at(page.next),
    previous: at(page.previous),
  }
}

/** Each sentence of an error, with the parameter it is about. */
function sentencesOf({ body }: ApiError): string[] {
  if (body === null || Array.isArray(body)) return (body ?? []).map(String)
  const { detail, suggestion, ...fields } = body
  if (typeof detail === 'string')
    return typeof suggestion === 'string' && !detail.endsWith(suggestion)
      ? [detail, suggestion]
      : [detail]
  return Object.entries(fields).flatMap(([name, messages]) =>
    [messages].flat().map((message) => `${name}: ${String(message)}`)
  )
}
