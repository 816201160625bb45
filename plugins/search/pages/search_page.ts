/**
 * What the search page shows: the form, and the results of what was asked.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import { errorResponse, type ErrorResponse } from '#app/support/error_response'
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { ExportFormat } from '#api/export/format'
import { Parameters } from '#api/parameters'
import { ALL_BOXES } from '#app/search/request/parameters'
import { QueryError, repaired } from '#app/search_engine/query/query_error'
import { InvalidCursor } from '#app/search/request/search_cursor'
import { readSearch } from '#app/search/request/search_request'
import { searchError } from '../errors.js'
import { searchServices } from '../services.js'
import type { SearchAction } from '#app/search/contributions'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { SearchRegistry } from '#app/search/search_registry'
import { takeParts, type LoadedPart } from './parts.js'
import { addressOf } from './address.js'
import { boxNames, shortenBoxes } from './boxes.js'
import { chipsOf, type Chip } from './in_words.js'
import { countTypes } from './count_types.js'
import { askedCourts, courtParameter, courtsToChoose, unknownCourts } from './court_names.js'
import { holdingsOf, type Holding } from './holdings.js'
import { respelled } from './respell.js'
import { resultsOf, type ShownResults } from './results.js'
import { straightToCase } from './straight_to_case.js'
import type { ValueName } from './value_names.js'
import { formOf, type SearchForm } from './form.js'

export interface SearchPageModel {
  status: number
  title: string
  form: SearchForm
  /** Whether its filters are shown; they are folded away otherwise. */
  opensFilters: boolean
  /** Sentences on what is wrong with the search. */
  problems: string[]
  results?: ShownResults
  /** Address of the case that was named, and nothing else. */
  straightTo?: string
  chips: Chip[]
  /** Fields of the form that sorts, and of the form that searches: what their visible ones do not say. */
  hidden: Record<'sort' | 'search', { name: string; value: string }[]>
  /** Address of the search without any of the chips. */
  clearAll: string
  courts: ValueName[]
  /** Before anything was asked for. */
  holdings: Holding[]
  /** Address of the same search in the API. */
  api: string
  /** Address of its newest results as a feed. */
  feed: string
  /** Addresses of all its results as files, by format. */
  files: Record<ExportFormat, string>
  /** Address of its first page, where that is the way on. */
  firstPage?: string
  /** The search as it was probably meant. */
  instead?: { text: string; address: string }
  /** What was asked for courts and is none. */
  noCourts: string[]
  /** What the results leave out without being asked to. */
  onlyStandard: string[]
  /** Address of the search without leaving that out. */
  showAll: string
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
  const address = readAddress(ctx.request.parsedUrl.query ?? '')
  const registry = await app.container.make(SearchRegistry)
  const parts = await takeParts(registry.parts, address, visitor)
  const kept = parts
    .map(({ parameter, value }) => `&${parameter}=${encodeURIComponent(value)}`)
    .join('')
  const opensFilters = address.get('filters') === 'open'
  const isStraight = address.get('straight') !== 'off' && !opensFilters
  for (const name of ['straight', 'filters']) address.delete(name)
  if (opensFilters && !address.get('q')) address.delete('q')
  const isFirst = !address.has('cursor')
  const { types } = services.declarations
  const type = types.find(({ code }) => code === address.getAll('type').at(-1)) ?? types[0]!
  shortenBoxes(address, type)
  const { reader } = services.service
  const courts = await courtsToChoose(type, reader).catch(() => [])
  const court = courtParameter(type)
  if (court && address.has(court)) address.set(court, askedCourts(address.getAll(court), courts))
  const parameters = withoutEmpty(address)
  const given = new Map(parameters.filters)
  const order = parameters.get('order_by')
  if (order) given.set('order_by', [order])
  const typed = (name: string) => given.get(name)?.at(-1) ?? ''
  const at = addressOf(parameters, type.code, kept)
  const form = formOf(services.declarations, type, { typed, kept, courts })
  const search = parameters.with({ cursor: undefined, page: undefined })
  const model = {
    status: 200,
    title: typed('q') ? `${typed('q')} – Search` : 'Search',
    form,
    opensFilters,
    chips: await chipsOf(type, at, reader).catch(() => []),
    hidden: {
      sort: at.hidden(['order_by']),
      search: at.hidden(['q', 'type', ...visibleFields(form, type)]),
    },
    clearAll: at.with(
      Object.fromEntries(
        [...Object.keys(type.parameters), ...boxNames(type)].map((name) => [name, undefined])
      )
    ),
    courts,
    noCourts: court ? unknownCourts(typed(court), courts) : [],
    holdings: [] as Holding[],
    api: `/api/rest/v4/search/${setting(search, 'highlight', 'on')}`,
    feed: `/feed/search/${parameters.with({ cursor: undefined, page: undefined, order_by: undefined })}`,
    files: filesOf(search),
    problems: [],
    onlyStandard: [],
    showAll: `/search/${setting(search, ALL_BOXES, 'on')}${kept}`,
    actions: registry.actionsFor(type.code),
    query: search.slice(1),
    parts,
    kept,
  }
  if (!address.size) return { ...model, holdings: await holdingsOf(services) }

  try {
    const isAlone =
      isStraight && isFirst && [...given.keys()].every((name) => ['q', 'type'].includes(name))
    const straightTo = isAlone ? await straightToCase(typed('q'), services) : undefined
    if (straightTo) return { ...model, straightTo }
    const context = await services.context(typed('q'))
    given.set('highlight', ['on'])
    const request = readSearch(given, services.declarations, { strict: false, context })
    const others = types.flatMap(({ code }) => (code === type.code ? [] : [code]))
    const [results, counts] = await Promise.all([
      resultsOf(visitor, { parameters, at }, request, services),
      isFirst ? countTypes(given, others, services) : new Map<string, string>(),
    ])
    counts.set(type.code, results.count.toLocaleString('en'))
    form.tabs = form.tabs.map((tab) => ({ ...tab, count: counts.get(tab.code) }))
    const spelled = results.count ? undefined : await respelled(typed('q'), type, services)
    return {
      ...model,
      results,
      onlyStandard: Object.keys(request.defaultsApplied),
      ...(spelled ? { instead: { text: spelled, address: at.with({ q: spelled }) } } : {}),
    }
  } catch (error) {
    const problem = searchError(error)
    const response = errorResponse(problem)
    if (!response) throw problem
    const { status } = response
    if (problem instanceof InvalidCursor)
      return {
        ...model,
        status,
        problems: [NO_SUCH_PAGE],
        firstPage: `/search/${search || '?'}${kept}`,
      }
    const repair = error instanceof QueryError ? repairOf(error, typed) : undefined
    const instead = repair && {
      text: repair.text,
      address: `/search/${setting(search, repair.parameter, repair.text)}${kept}`,
    }
    return { ...model, status, problems: sentencesOf(response, error, form), instead }
  }
}

function repairOf(
  error: QueryError,
  typed: (name: string) => string
): { parameter: string; text: string } | undefined {
  const { parameter = 'q' } = error
  const text = repaired(typed(parameter), error)
  return text === undefined ? undefined : { parameter, text }
}

/** For a cursor that leads nowhere, the one thing of a search that may not be found. */
const NO_SUCH_PAGE =
  "This results page doesn't exist. The link may be incomplete or from another search."

/** Parameters of an address at most, their names, and characters of a name. */
const [MAX_PARAMETERS, MAX_NAMES, MAX_NAME_LENGTH] = [1000, 200, 100]

/** Every link of the page repeats the parameters, so there are no more than searches have. */
function readAddress(query: string): URLSearchParams {
  const names = new Set<string>()
  const said = [...new URLSearchParams(query)]
    .slice(0, MAX_PARAMETERS)
    .filter(([name]) => name.length <= MAX_NAME_LENGTH && names.add(name).size <= MAX_NAMES)
  return new URLSearchParams(said)
}

/** Forms send all of their fields; those that say nothing are left out of addresses. */
function withoutEmpty(address: URLSearchParams): Parameters {
  const said = [...address].filter(([, value]) => value.trim() !== '')
  return new Parameters(new URLSearchParams(said).toString(), 'v4')
}

/** The end of an address with one parameter set. */
function setting(search: string, name: string, value: string): string {
  const parameters = new URLSearchParams(search)
  parameters.set(name, value)
  return new Parameters(parameters.toString(), 'v4').with({})
}

function filesOf(search: string): Record<ExportFormat, string> {
  const at = (format: ExportFormat) => `/api/rest/v4/search/${setting(search, 'format', format)}`
  return { csv: at('csv'), jsonl: at('jsonl') }
}

/** Names the form shows or, of all boxes, replaces; the rest of a search stays in hidden fields. */
function visibleFields({ fields }: SearchForm, type: SearchTypeDefinition): string[] {
  return [...fields.map(({ name }) => name), ...boxNames(type)]
}

/** Each sentence of an error, with the field of the form it is about. */
function sentencesOf({ body }: ErrorResponse, error: unknown, form: SearchForm): string[] {
  if (body === null || Array.isArray(body)) return (body ?? []).map(String)
  const labelFor = (name: string) => form.fields.find((field) => field.name === name)?.label ?? name
  const { detail, ...fields } = body
  if (error instanceof QueryError && error.parameter)
    return [error.messageWith(labelFor(error.parameter))]
  if (typeof detail === 'string') return [detail]
  return Object.entries(fields).flatMap(([name, messages]) =>
    [messages].flat().map((message) => `${labelFor(name)}: ${String(message)}`)
  )
}
