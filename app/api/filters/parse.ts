/**
 * Parses query parameters to filter terms. Names are resolved, values are parsed, and all
 * errors are reported together, with the names as written.
 */
import { ApiError } from '#app/support/api_error'
import { MAX_PROBLEMS } from '#app/support/domain_error'
import { API_ERRORS } from '#api/errors'
import type { Filter, FilterTable, Relation, Resource } from '../resource.js'
import { buildFilterCondition } from './conditions.js'
import { suggest } from './suggest.js'
import { BadValue, readBoolean } from './values.js'
import { MAX_HOPS, type Meaning, resolveFilterName, stripExclusionMarker } from './interpret.js'
import type { Condition } from '../statement.js'

/** Maximum length of a name. */
const DEEPEST_EXPLAINED = 40
/** Maximum number of parameters per request. */
const MAX_PARAMETERS = 200

/** A condition on a column. */
export interface Term {
  filter: Filter
  negated: boolean
  condition: Condition
}

/** A filter by the key of a related record. */
export interface RelatedKey {
  /** As written. */
  name: string
  value: string
  negated: boolean
  target: FilterTable
  condition: Condition
}

/** Conditions on a row and on its related rows. */
export interface FilterTree {
  table: FilterTable
  terms: Term[]
  related: Map<string, { relation: Relation; tree: FilterTree }>
  /** Whether nested rows in the response must match, too; only at the root. */
  nested?: boolean
  /** Keys of related records in filters of the root. */
  keys?: RelatedKey[]
}

export interface ParsedFilters {
  tree: FilterTree
  /** Unknown names, sorted. */
  unknown: string[]
}

/**
 * Parses the filters among the parameters.
 *
 * @param parameters parameters of the request that aren't list controls
 * @throws ApiError 400 by parameter for invalid values
 */
export function parseFilters(resource: Resource, parameters: Map<string, string[]>): ParsedFilters {
  const tree = emptyTree(resource)
  const unknown: string[] = []
  const wrong: Record<string, string[]> = {}

  if (parameters.size > MAX_PARAMETERS) {
    throw ApiError.detail(
      API_ERRORS.too_many_parameters,
      `A request can have at most ${MAX_PARAMETERS} parameters.`
    )
  }
  for (const [name, given] of parameters) {
    if (Object.keys(wrong).length === MAX_PROBLEMS) break
    const negated = name.endsWith('!')
    const meaning = resource.joinFiltersOnly
      ? undefined
      : resolveFilterName(resource, stripExclusionMarker(name))
    if (!meaning) {
      unknown.push(name)
      continue
    }
    const values = given.map((value) => {
      const text = value.trim()
      return resource.rewrite?.(name, text) ?? text
    })
    const last = values.at(-1)!
    if (meaning.filter.kind === 'choices' ? values.every((value) => value === '') : last === '')
      continue
    try {
      if (meaning.filter.kind === 'nested') {
        tree.nested = readBoolean(last)
        continue
      }
      const condition = buildFilterCondition(meaning.filter, meaning.lookup, values)
      const { filter, lookup } = meaning
      insert(tree, meaning, { filter, negated, condition })
      // An alias such as `court` of opinions can follow relations.
      if (filter.relation && lookup === 'exact' && !name.includes('__')) {
        const key = { name, value: last, negated, target: filter.relation.target, condition }
        tree.keys = [...(tree.keys ?? []), key]
      }
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      wrong[name] = [error.message]
    }
  }

  if (Object.keys(wrong).length) throw new ApiError(400, wrong)
  return { tree, unknown: unknown.sort() }
}

/**
 * The error for unknown names, with suggestions. Names that only follow too many relations get
 * a separate error.
 */
export function unknownParameters(
  resource: Resource,
  allUnknown: string[],
  controls: string[]
): ApiError {
  const unknown = allUnknown.slice(0, MAX_PROBLEMS)
  const tooDeep = unknown.filter((name) =>
    resolveFilterName(resource, stripExclusionMarker(name), DEEPEST_EXPLAINED)
  )
  const suggestions = Object.fromEntries(
    unknown
      .filter((name) => !tooDeep.includes(name))
      .map((name) => [name, suggest(resource, name, controls)])
      .filter(([, suggestion]) => suggestion)
  )
  const more = `Showing the first ${MAX_PROBLEMS} of ${allUnknown.length}.`
  const limit = `A filter can follow at most ${MAX_HOPS} relations. Too deep: ${tooDeep.join(', ')}.`
  return new ApiError(API_ERRORS.unknown_filter, {
    detail:
      `These parameters are not filters of ${resource.path}; OPTIONS lists the filters.` +
      (unknown.length < allUnknown.length ? ` ${more}` : '') +
      (tooDeep.length ? ` ${limit}` : ''),
    unknown_params: unknown,
    ...(Object.keys(suggestions).length ? { did_you_mean: suggestions } : {}),
  })
}

function emptyTree(table: FilterTable): FilterTree {
  return { table, terms: [], related: new Map() }
}

function insert(tree: FilterTree, { hops, filter }: Meaning, term: Term): void {
  let node = tree
  for (const hop of hops) node = branch(node, hop)

  // The key of a to-many relation is a condition on the related row, like its filters.
  if (filter.relation?.via && !term.negated) {
    const { target } = filter.relation
    branch(node, filter).terms.push({
      ...term,
      filter: { ...filter, column: target.key.column, relation: undefined },
    })
    return
  }
  node.terms.push(term)
}

function branch(node: FilterTree, hop: Filter): FilterTree {
  const existing = node.related.get(hop.name)
  if (existing) return existing.tree
  const tree = emptyTree(hop.relation!.target)
  node.related.set(hop.name, { relation: hop.relation!, tree })
  return tree
}
