/** One search (typesense.md §3, §7 to §9). */
import { parseFilter } from './filter.js'
import { BadRequest, type Document, type Store } from './store.js'

export type Parameters = Record<string, string | number | boolean | undefined>

const MOST_A_PAGE = 250
const MOST_SORTS = 3
const MOST_OF_GROUP = 99
const STANDARD_CANDIDATES = 4

interface Hit {
  document: Document
  vector_distance?: number
}

/** @throws BadRequest */
export function runSearch(store: Store, given: Parameters, mostOperations: number) {
  const perPage = Number(given.per_page ?? 10)
  if (perPage > MOST_A_PAGE)
    throw new BadRequest(`Only upto ${MOST_A_PAGE} hits can be fetched per page.`)
  if (given.q !== '*') throw new BadRequest('The simulator knows `q: *` only.')
  const filter = given.filter_by ? String(given.filter_by) : ''
  const candidates = Number(given.max_filter_by_candidates ?? STANDARD_CANDIDATES)
  const matches = filter ? parseFilter(filter, store, { candidates, mostOperations }) : () => true
  const all = [...store.documents.values()].filter(matches)
  const vector = given.vector_query ? nearest(store, all, String(given.vector_query)) : null
  // Without a sort order, the latest are first.
  const hits: Hit[] = vector?.hits ?? all.reverse().map((document) => ({ document }))
  if (given.sort_by) sort(store, hits, String(given.sort_by), mostOperations, candidates)
  const start = (Number(given.page ?? 1) - 1) * perPage
  const shown = ({ document, ...more }: Hit) => ({
    document: fieldsOf(document, given.include_fields),
    ...more,
  })
  const facets = given.facet_by
    ? {
        facet_counts: String(given.facet_by)
          .split(',')
          .map((name) => facet(store, all, name, given)),
      }
    : {}
  if (given.group_by) {
    const groups = groupsOf(store, hits, given)
    return {
      // Groups only have an estimated count (§8).
      found: estimated(groups.length),
      found_docs: all.length,
      grouped_hits: groups.slice(start, start + perPage).map(([key, of]) => ({
        group_key: [Number(key)],
        found: of.length,
        hits: of.slice(0, Number(given.group_limit ?? 3)).map(shown),
      })),
      ...facets,
    }
  }
  const found = vector?.found ?? all.length
  return { found, hits: hits.slice(start, start + perPage).map(shown), ...facets }
}

/** 201 for 200, 498 for 500 (§8). Don't rely on it. */
const estimated = (count: number) => (count < 100 ? count : count + Math.round(count / 200))

function fieldsOf(document: Document, include: Parameters[string]): Document {
  if (!include) return document
  const names = new Set(String(include).split(','))
  return Object.fromEntries(
    Object.entries(document).filter(([name]) => names.has(name))
  ) as Document
}

function groupsOf(store: Store, hits: Hit[], given: Parameters): [unknown, Hit[]][] {
  const name = String(given.group_by)
  if (!store.field(name)?.facet)
    throw new BadRequest(`Group by field \`${name}\` should be a facet field.`)
  if (Number(given.group_limit ?? 3) > MOST_OF_GROUP)
    throw new BadRequest(`Value of \`group_limit\` must be between 1 and ${MOST_OF_GROUP}.`)
  return [...Map.groupBy(hits, ({ document }) => document[name])]
}

/** The number of values is exact for exhaustive searches (§8). With groups, it counts groups. */
function facet(store: Store, all: Document[], name: string, given: Parameters) {
  if (!store.field(name)?.facet)
    throw new BadRequest(`Could not find a facet field named \`${name}\` in the schema.`)
  const exact = given.facet_strategy === 'exhaustive'
  const group = exact && given.group_by ? String(given.group_by) : 'id'
  const values = Map.groupBy(
    all.filter((document) => document[name] !== undefined),
    (document) => document[name]
  )
  const counts = [...values].map(([value, of]) => ({
    value: String(value),
    count: new Set(of.map((document) => document[group])).size,
  }))
  return {
    field_name: name,
    counts: counts
      .sort((one, other) => other.count - one.count)
      .slice(0, Number(given.max_facet_values ?? 10)),
    stats: { total_values: exact ? values.size : estimated(values.size) },
  }
}

type Key = number | bigint | string | undefined

interface Sort {
  getSortKey: (document: Document) => Key
  descending: boolean
  missingFirst: boolean
}

/** At most three keys, not including `id` (§7). */
function sort(store: Store, hits: Hit[], text: string, mostOperations: number, candidates: number) {
  const parts = splitSorts(text)
  if (parts.length > MOST_SORTS)
    throw new BadRequest(`Only upto ${MOST_SORTS} sort_by fields can be specified.`)
  const sorts = parts.map((part): Sort => {
    const colon = part.lastIndexOf(':')
    const direction = part.slice(colon + 1).trim()
    if (direction !== 'asc' && direction !== 'desc')
      throw new BadRequest('Parameter `sort_by` is malformed.')
    const descending = direction === 'desc'
    const subject = part.slice(0, colon).trim()
    if (subject.startsWith('_eval('))
      return {
        getSortKey: evaluated(store, subject, mostOperations, candidates),
        descending,
        missingFirst: false,
      }
    const [, name, missing] = /^(\w+)(?:\(missing_values:\s*(first|last)\))?$/.exec(subject) ?? []
    const field = name === undefined ? undefined : store.field(name)
    const isSortable = field && name !== 'id' && (field.sort ?? !field.type.startsWith('string'))
    if (!isSortable || field.type.endsWith('[]'))
      throw new BadRequest(`Could not find a field named \`${name}\` in the schema for sorting.`)
    return {
      getSortKey: (document) => sortKey(document[name!] as Key),
      ...{ descending, missingFirst: missing === 'first' },
    }
  })
  const keys = new Map(
    hits.map((hit) => [hit, sorts.map(({ getSortKey: keyOf }) => keyOf(hit.document))] as const)
  )
  hits.sort((one, other) => {
    const [a, b] = [keys.get(one)!, keys.get(other)!]
    for (const [at, { descending, missingFirst }] of sorts.entries()) {
      const [x, y] = [a[at], b[at]]
      if (x === y) continue
      if (x === undefined || y === undefined) return (x === undefined) === missingFirst ? -1 : 1
      return x < y === descending ? 1 : -1
    }
    return 0
  })
}

/** Sorting of texts uses the first 2,000 of their digits, letters, and spaces. */
function sortKey(value: Key): Key {
  if (typeof value !== 'string') return value
  return value
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .slice(0, 2000)
}

/** `_eval([(filter):score, …])`: the first matching condition counts (§7). */
function evaluated(store: Store, text: string, mostOperations: number, candidates: number) {
  const inner = /^_eval\(\[(.*)\]\)$/.exec(text)?.[1]
  if (inner === undefined) throw new BadRequest('Parameter `sort_by` is malformed.')
  const conditions = splitSorts(inner).map((part) => {
    const colon = part.lastIndexOf(':')
    const filter = part.slice(0, colon).trim().slice(1, -1)
    const holds = parseFilter(filter, store, { candidates, mostOperations })
    return { holds, score: Number(part.slice(colon + 1)) }
  })
  return (document: Document): Key => conditions.find(({ holds }) => holds(document))?.score ?? 0
}

/** Splits at commas outside brackets. */
function splitSorts(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    if ('(['.includes(sign)) depth++
    if (')]'.includes(sign)) depth--
    if (sign === ',' && depth === 0) parts.push('')
    else parts.push(parts.pop()! + sign)
  }
  return parts
}

/**
 * The k nearest within the filter. If fewer documents than the cutoff remain, all
 * of them are compared and counted (§9).
 */
function nearest(store: Store, all: Document[], text: string): { hits: Hit[]; found: number } {
  const [, name, numbers, options = ''] =
    /^(\w+):\(\[([^\]]*)\]\s*(?:,\s*(.*))?\)$/.exec(text) ?? []
  const field = name === undefined ? undefined : store.field(name)
  if (!field?.num_dim) throw new BadRequest('Malformed vector query string.')
  const vector = numbers!.split(',').map(Number)
  if (vector.length !== field.num_dim)
    throw new BadRequest(`Query field \`${name}\` must have ${field.num_dim} dimensions.`)
  const option = (key: string, standard: number) =>
    Number(new RegExp(`\\b${key}:\\s*([\\d.]+)`).exec(options)?.[1] ?? standard)
  const k = option('k', 10)
  const threshold = option('distance_threshold', 2)
  const compared = all
    .filter((document) => document[name!] !== undefined)
    .map((document): Required<Hit> => ({
      document,
      vector_distance: distance(vector, document[name!] as number[]),
    }))
    .sort((one, other) => one.vector_distance - other.vector_distance)
    .filter(({ vector_distance }) => vector_distance <= threshold)
  const isFlat = all.length < option('flat_search_cutoff', 0)
  const hits = isFlat ? compared : compared.slice(0, k)
  return { hits, found: isFlat ? compared.length : Math.min(k, compared.length) }
}

function distance(one: number[], other: number[]): number {
  let [dot, a, b] = [0, 0, 0]
  for (const [at, number] of one.entries()) {
    dot += number * other[at]!
    a += number ** 2
    b += other[at]! ** 2
  }
  return Math.fround(1 - dot / Math.sqrt(a * b))
}
