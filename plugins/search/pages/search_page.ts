/**
 * Data of the search page: form and results.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { errorResponse, type ErrorResponse } from '#app/support/error_response'
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { ExportFormat } from '#api/export/format'
import { Parameters } from '#api/parameters'
import { ALL_BOXES } from '#app/search/request/parameters'
import { QueryError, repaired } from '#app/search_engine/query/query_error'
import { InvalidCursor } from '#app/search/request/search_cursor'
import { searchError } from '../errors.js'
import type { SearchServices } from '../services.js'
import type { SearchAction } from '#app/search/contributions'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import type { SearchRegistry } from '#app/search/search_registry'
import { takeParts, type LoadedPart } from './parts.js'
import { buildSearchAddress, boxNames, shortenBoxes } from './address.js'
import { buildFilterChips, buildOffers, exportLabel, type Chip, type Offer } from './in_words.js'
import { countTypes, loadSearchHoldings, type Holding } from './count_types.js'
import { describeUnknownCourts, resolveCourts, type ValueName } from './typed_courts.js'
import { allCourts, courtParameter } from './value_names.js'
import { applyPeriod } from './periods.js'
import { respelled } from './respell.js'
import { OPEN } from './result_links.js'
import { loadSearchResults, readPageFilters, readPageSearch, type ShownResults } from './results.js'
import { findSingleCasePath } from './single_case.js'
import { buildSearchForm, type SearchForm } from './form.js'

export interface SearchPageModel {
  status: number
  title: string
  form: SearchForm
  /** Whether the filters are expanded. */
  opensFilters: boolean
  /** Parameter that keeps them expanded on other pages of the results. */
  opened: string
  /** Error messages. */
  problems: PageProblem[]
  results?: ShownResults
  /** Path of the case if the query is only its citation or number. */
  straightTo?: string
  /** URL of a result to open instead of the page. */
  opens?: string
  chips: Chip[]
  /** Hidden fields of the sort form and of the search form. */
  hidden: Record<'sort' | 'search', { name: string; value: string }[]>
  /** URL of the search without filters. */
  clearAll: string
  courts: ValueName[]
  /** Record counts, before a search. */
  holdings: Holding[]
  /** URL of the same search in the API. */
  api: string
  /** URL of the feed of its newest results. */
  feed: string
  /** URLs of exports by format. */
  files: Record<ExportFormat, string>
  /** Text before the links to exports. */
  filesLabel?: string
  /** URL of the first page, if the requested page doesn't exist. */
  firstPage?: string
  /** Suggested correction of the search. */
  instead?: { text: string; address: string }
  /** Searches to try instead, if there are no results. */
  offers: Offer[]
  /** URL of the same form with a list of all courts. */
  chooseCourts: string
  /** Value of `filters` for this form. */
  allCourts: string
  /** Default filters that were applied. */
  onlyStandard: string[]
  /** URL of the search without default filters. */
  showAll: string
  /** Further actions for the query string. */
  actions: SearchAction[]
  query: string
  /** Parts of plugins above the results. */
  parts: LoadedPart[]
  /** Parameters of the parts, for other searches: `&name=value`. */
  kept: string
}

/** Value of `filters` that lists all courts in the form. They are most of the page. */
const ALL_COURTS = 'courts'

export async function searchPage(
  ctx: HttpContext,
  visitor: PageVisitor | undefined,
  { services, registry }: { services: SearchServices; registry: SearchRegistry }
): Promise<SearchPageModel> {
  const address = readAddress(ctx.request.parsedUrl.query ?? '')
  const parts = await takeParts(registry.parts, address, visitor)
  const kept = parts
    .map(({ parameter, value }) => `&${parameter}=${encodeURIComponent(value)}`)
    .join('')
  const filters = address.get('filters')
  const opensFilters = filters === 'open' || filters === ALL_COURTS
  const isStraightOff = address.get('straight') === 'off'
  const isStraight = !isStraightOff && !opensFilters
  const opens = address.get(OPEN)
  for (const name of ['straight', 'filters', OPEN]) address.delete(name)
  if (opensFilters && !address.get('q')) address.delete('q')
  const isFirst = !address.has('cursor')
  const { types } = services.declarations
  const type = types.find(({ code }) => code === address.getAll('type').at(-1)) ?? types[0]!
  shortenBoxes(address, type)
  applyPeriod(address, type)
  const { reader } = services.service
  const courts = await allCourts(type, reader).catch(() => [])
  const court = courtParameter(type)
  if (court && address.has(court)) address.set(court, resolveCourts(address.getAll(court), courts))
  const parameters = withoutEmpty(address)
  const given = readPageFilters(parameters)
  const typed = (name: string) => given.get(name)?.at(-1) ?? ''
  const at = buildSearchAddress(parameters, type.code, kept)
  const form = buildSearchForm(services.declarations, type, {
    typed,
    kept,
    courts,
    listsCourts: filters === ALL_COURTS,
  })
  const search = parameters.with({ cursor: undefined, page: undefined })
  const opened = opensFilters ? '&filters=open' : ''
  const own =
    (parameters.with({}) || '?q=') + kept + opened + (isStraightOff ? '&straight=off' : '')
  const model = {
    status: 200,
    title: typed('q') ? `${typed('q')} – Search` : 'Search',
    form,
    opensFilters,
    opened,
    chips: await buildFilterChips(type, at, reader).catch(() => []),
    hidden: {
      sort: at.hidden(['order_by']),
      search: at.hidden(['q', 'type', ...visibleFields(form, type)]),
    },
    clearAll: at.with(
      Object.fromEntries(
        [...Object.keys(type.parameters), ...boxNames(type)].map((name) => [name, undefined])
      )
    ),
    courts: courts.filter(({ isOffered }) => isOffered),
    chooseCourts: at.with({ filters: ALL_COURTS }),
    allCourts: ALL_COURTS,
    holdings: [] as Holding[],
    api: `/api/rest/v4/search/${setting(search, 'highlight', 'on')}`,
    feed: `/feed/search/${parameters.with({ cursor: undefined, page: undefined, order_by: undefined })}`,
    files: filesOf(search),
    problems: [] as PageProblem[],
    onlyStandard: [],
    offers: [] as Offer[],
    showAll: `/search/${setting(search, ALL_BOXES, 'on')}${kept}`,
    actions: registry.actionsFor(type.code),
    query: search.slice(1),
    parts,
    kept,
  }
  if (!address.size) return { ...model, holdings: await loadSearchHoldings(services) }

  try {
    const isAlone =
      isStraight && isFirst && [...given.keys()].every((name) => ['q', 'type'].includes(name))
    const straightTo = isAlone ? await findSingleCasePath(typed('q'), services) : undefined
    if (straightTo) return { ...model, straightTo }
    const request = await readPageSearch(parameters, services)
    const others = types.flatMap(({ code }) => (code === type.code ? [] : [code]))
    const [results, counts] = await Promise.all([
      loadSearchResults(visitor, { parameters, at, query: own.slice(1) }, request, services),
      countTypes(given, others, services),
    ])
    counts.set(type.code, results.count.toLocaleString('en'))
    form.tabs = form.tabs.map((tab) => ({ ...tab, count: counts.get(tab.code) }))
    const spelled = results.count ? undefined : await respelled(typed('q'), type, services)
    return {
      ...model,
      results,
      filesLabel: exportLabel(results.count),
      opens: opens === null ? undefined : results.cards.at(opens === 'last' ? -1 : 0)?.url,
      onlyStandard: Object.keys(request.defaultsApplied),
      offers: results.count ? [] : buildOffers(form.tabs, model.chips, model.clearAll),
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
        problems: [{ text: NO_SUCH_PAGE }],
        firstPage: `/search/${search || '?'}${kept}`,
      }
    const repair = error instanceof QueryError ? repairOf(error, typed) : undefined
    const instead = repair && {
      text: repair.text,
      address: `/search/${setting(search, repair.parameter, repair.text)}${kept}`,
    }
    const problems = problemsOf(response, error, form)
    const unknown = court && problems.find(({ field }) => field === court)
    if (unknown) {
      const { text, like } = describeUnknownCourts(typed(court), courts)
      unknown.text = `${unknown.label}: ${text}`
      model.offers = like.map(({ value, label }) => ({
        text: label,
        path: at.with({ [court]: value }),
      }))
    }
    for (const field of form.fields)
      field.problem = problems.find((one) => one.field === field.name)?.text
    return { ...model, status, problems, instead }
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

/** Message for an invalid cursor. */
const NO_SUCH_PAGE =
  "This results page doesn't exist. The link may be incomplete or from another search."

/** Limits of a query string: parameters, distinct names, and length of a name. */
const [MAX_PARAMETERS, MAX_NAMES, MAX_NAME_LENGTH] = [1000, 200, 100]

/** Limits the parameters, because all links on the page repeat them. */
function readAddress(query: string): URLSearchParams {
  const names = new Set<string>()
  const said = [...new URLSearchParams(query)]
    .slice(0, MAX_PARAMETERS)
    .filter(([name]) => name.length <= MAX_NAME_LENGTH && names.add(name).size <= MAX_NAMES)
  return new URLSearchParams(said)
}

/** Removes empty parameters, which forms send for all fields. */
function withoutEmpty(address: URLSearchParams): Parameters {
  const said = [...address].filter(([, value]) => value.trim() !== '')
  return new Parameters(new URLSearchParams(said).toString(), 'v4')
}

/** Returns a query string with one parameter set. */
function setting(search: string, name: string, value: string): string {
  const parameters = new URLSearchParams(search)
  parameters.set(name, value)
  return new Parameters(parameters.toString(), 'v4').with({})
}

function filesOf(search: string): Record<ExportFormat, string> {
  const at = (format: ExportFormat) => `/api/rest/v4/search/${setting(search, 'format', format)}`
  return { csv: at('csv'), jsonl: at('jsonl') }
}

/** Returns the names of the visible fields; other parameters become hidden fields. */
function visibleFields({ fields }: SearchForm, type: SearchTypeDefinition): string[] {
  return [...fields.map(({ name }) => name), ...boxNames(type)]
}

interface PageProblem {
  text: string
  /** Name of a field of the form. */
  field?: string
  label?: string
}

/** Returns the messages of an error with the labels of form fields. */
function problemsOf({ body }: ErrorResponse, error: unknown, form: SearchForm): PageProblem[] {
  if (body === null || Array.isArray(body))
    return (body ?? []).map((text) => ({ text: String(text) }))
  const fieldOf = (name: string) => {
    const found = form.fields.find((field) => field.name === name)
    return { label: found?.label ?? name, field: found?.name }
  }
  const { detail, ...fields } = body
  if (error instanceof QueryError && error.parameter) {
    const field = fieldOf(error.parameter)
    return [{ ...field, text: error.messageWith(field.label) }]
  }
  if (typeof detail === 'string') return [{ text: detail }]
  return Object.entries(fields).flatMap(([name, messages]) => {
    const field = fieldOf(name)
    return [messages]
      .flat()
      .map((message) => ({ ...field, text: `${field.label}: ${String(message)}` }))
  })
}
