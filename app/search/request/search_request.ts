/**
 * A parsed search request: type, query, filters, order, and page.
 */
import { DomainError, InvalidValues, MAX_PROBLEMS } from '#app/support/domain_error'
import { SEARCH_REQUEST_ERRORS } from '../errors.js'
import { didYouMean } from '#app/support/did_you_mean'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { SearchTypeDefinition } from '../define_search_type.js'
import type { Order, Scoring } from '#app/search_engine/engine'
import {
  parseQuery,
  type ParsedQuery,
  type QueryContext,
} from '#app/search_engine/query/parse_query'
import { parseQuestion } from '#app/search_engine/query/parse_question'
import type { QueryTree } from '#app/search_engine/query/tree'
import { FieldErrors, ALL_BOXES, COURT_BOX, buildSearchFilter, tickedBoxes } from './parameters.js'
import { nameBoosts } from './name_boosts.js'
import { findOrderError, readOrder, fingerprint } from './search_cursor.js'

/** Parameters supported by every type, in addition to those of the endpoint (cursor, format). */
const COMMON = ['q', 'type', 'order_by', 'highlight'] as const
/** Parameters of semantic search, which v3 doesn't support. */
const BY_MEANING = ['semantic', 'chunks'] as const
/** Parameter for results that match most of the words, which v3 doesn't support. */
const PARTIAL = 'partial'

export interface SearchRequest {
  type: SearchTypeDefinition
  index: SearchIndexDefinition
  /** As entered. */
  q: string
  query: ParsedQuery
  filter: QueryTree
  order: Order
  /** Weights and boosts of this query. */
  scoring: Omit<Scoring, 'today'>
  highlight: boolean
  /** Whether results that match most of the words are requested. */
  partial: boolean
  /** Identifies the search; the same for all of its pages. */
  fingerprint: string
  /** Parameters without effect on this search, by name. */
  ignored: string[]
  /** Implicit filters: parameters that apply although the request lacks them. */
  defaultsApplied: Record<string, string>
}

export interface SearchDeclarations {
  types: SearchTypeDefinition[]
  indexes: SearchIndexDefinition[]
}

export interface ReadOptions {
  /** Whether unknown parameters are errors; otherwise they are ignored. */
  strict: boolean
  /** The rules of v3: flat rows; unknown orders are ignored; unknown fields match nothing. */
  flat?: boolean
  /** `q` is a natural-language question, if the type supports semantic search. */
  byMeaning?: boolean
  context: QueryContext
}

/**
 * Reads the parameters of a search. Empty values count as absent.
 *
 * @throws DomainError naming each invalid parameter
 * @throws QueryError for invalid syntax in queries, text filters, and dates
 */
export function readSearch(
  parameters: ReadonlyMap<string, string[]>,
  { types, indexes }: SearchDeclarations,
  { strict, flat = false, byMeaning = false, ...options }: ReadOptions
): SearchRequest {
  const given = new Map<string, string>()
  for (const [name, values] of parameters) {
    const value = values.findLast((each) => each.trim() !== '')
    if (value !== undefined) given.set(name, value)
  }
  const get = (name: string) => given.get(name)
  const context = { ...options.context, related: false, lenient: flat }
  const code = get('type') ?? 'o'
  const asked = typeOf(code, types)
  if (!asked) throw noSuchType(code, types, flat ? undefined : get('order_by'))
  const type = (flat && typeOf(asked.flatAs, types)) || asked
  const index = indexes.find(({ name }) => name === type.index)!

  const ignored = namesWithoutEffect(given, type, flat)
  const taken = isOfAnyType(types)
  const unknown = strict ? ignored.filter((name) => !taken(name)) : []
  if (unknown.length) throw unknownParameters(unknown, type)

  const errors = new FieldErrors()
  let order = readOrder(type, get('order_by'))
  if (typeof order === 'string' && flat) {
    ignored.push('order_by')
    order = readOrder(type, undefined)
  }
  if (typeof order === 'string') errors.add('order_by', order)
  const q = get('q') ?? ''
  const courtBoxes = [...given].flatMap(([name, value]) => {
    const [, court] = COURT_BOX.exec(name) ?? []
    return court && errors.flag(name, value) ? [court] : []
  })
  const ticked = tickedBoxes(type, get, errors)
  const filter = buildSearchFilter({ ...context, type, index, get, courtBoxes, ticked, errors })
  const highlight = get('highlight') !== undefined && errors.flag('highlight', get('highlight')!)
  const partial = get(PARTIAL) !== undefined && errors.flag(PARTIAL, get(PARTIAL)!)
  const related = options.context.related && type.semantic !== undefined
  const query =
    byMeaning && type.semantic
      ? parseQuestion(q, index, context)
      : parseQuery(q, index, { ...context, related })
  errors.throwIfAny()

  return {
    type,
    index,
    q,
    query,
    filter,
    order: order as Order,
    scoring: nameBoosts(type, index, query),
    highlight,
    partial,
    fingerprint: fingerprint(searched(given, ignored)),
    ignored,
    defaultsApplied: ticked.length ? {} : defaultsApplied(type),
  }
}

function typeOf(
  code: string | undefined,
  types: SearchTypeDefinition[]
): SearchTypeDefinition | undefined {
  return types.find((each) => each.code === code)
}

/** Types of the website that the API never supported (search.md 1). */
const UNSUPPORTED = ['pa', 'parentheticals']

/** If no type supports the order, that error is included (search.md 9). */
function noSuchType(
  code: string,
  types: SearchTypeDefinition[],
  order: string | undefined
): DomainError {
  if (UNSUPPORTED.includes(code))
    return new DomainError(SEARCH_REQUEST_ERRORS.unknown_search_type, {
      detail: 'Search type not found or not supported.',
    })
  const known = types.map((each) => each.code).join(', ')
  const unordered = order === undefined ? null : findOrderError(types, order)
  return new InvalidValues({
    type: [
      `Select a valid choice. ${code.slice(0, 40)} is not one of the available choices: ${known}.`,
    ],
    ...(unordered === null ? {} : { order_by: [unordered] }),
  })
}

/** Parameter names of this type on v4. */
export function listSearchParameterNames(type: SearchTypeDefinition): string[] {
  const { boxes, semantic, hitKey } = type
  const ticks = boxes ? [...boxes.values.map((value) => boxes.prefix + value), ALL_BOXES] : []
  return [
    ...COMMON,
    ...(hitKey ? [PARTIAL] : []),
    ...(semantic ? BY_MEANING : []),
    ...Object.keys(type.parameters),
    ...ticks,
  ]
}

function takesCourts({ parameters }: SearchTypeDefinition): boolean {
  return Object.values(parameters).some(({ is }) => is === 'courts')
}

function namesWithoutEffect(
  given: Map<string, string>,
  type: SearchTypeDefinition,
  flat: boolean
): string[] {
  const known = new Set(listSearchParameterNames(type))
  if (flat) for (const name of [...BY_MEANING, PARTIAL]) known.delete(name)
  return [...given.keys()].filter(
    (name) => !known.has(name) && !(takesCourts(type) && COURT_BOX.test(name))
  )
}

/** Forms send the parameters of all types. */
function isOfAnyType(types: SearchTypeDefinition[]): (name: string) => boolean {
  const names = new Set(types.flatMap((type) => listSearchParameterNames(type)))
  const areCourtsTaken = types.some((type) => takesCourts(type))
  return (name) => names.has(name) || (areCourtsTaken && COURT_BOX.test(name))
}

function unknownParameters(all: string[], type: SearchTypeDefinition): DomainError {
  const names = all.slice(0, MAX_PROBLEMS)
  const known = listSearchParameterNames(type)
  const hints = names.flatMap((name) => {
    const meant = didYouMean(name, known)
    return meant ? [[name, meant]] : []
  })
  return new DomainError(SEARCH_REQUEST_ERRORS.unknown_search_parameter, {
    detail: `Unknown search parameters are not allowed with type ${type.code}.`,
    unknown_params: names,
    ...(hints.length ? { did_you_mean: Object.fromEntries(hints) } : {}),
  })
}

/** All values that determine the hits and their order, in a canonical form. */
function searched(given: Map<string, string>, ignored: string[]): [string, string][] {
  const without = new Set(['highlight', 'chunks', ...ignored])
  return [...given].filter(([name]) => !without.has(name)).sort()
}

function defaultsApplied({ boxes }: SearchTypeDefinition): Record<string, string> {
  if (!boxes) return {}
  return Object.fromEntries(boxes.standard.map((value) => [boxes.prefix + value, 'on']))
}
