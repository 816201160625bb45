/**
 * Pagination of API lists for tools. A query is stored under an ID with the rows of the last
 * page that weren't returned yet (tool server, tools 0: Cross-tool state).
 */
import { randomUUID } from 'node:crypto'
import { toApiPath, type QueryValues } from './api_client.js'
import type { JsonSchema, OutputSchema, ToolContext } from './define_tool.js'
import { ApiRefusal, ToolError } from './tool_error.js'
import type { Catalog } from '#api/catalog'
import { nearNames } from '#app/support/did_you_mean'

const KIND = 'query'

/** Maximum number of results per call. */
const MAX_RESULTS = 100
const STANDARD_RESULTS = 20

/** Schema of the argument for the number of results. */
export const NUM_RESULTS: JsonSchema = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: MAX_RESULTS,
  default: STANDARD_RESULTS,
  description: `Number of results to return; the default is ${STANDARD_RESULTS}. Each API request returns 20.`,
}

/** Schema of the argument that identifies a query. */
export const QUERY_ID: JsonSchema = {
  type: 'string',
  description: 'The query_id from the result of search or call_endpoint.',
}

/**
 * Schema of the results of a query.
 *
 * @param row schema of a result
 */
export function queryOutput(row: JsonSchema): OutputSchema {
  return {
    type: 'object',
    properties: {
      query_id: { type: 'string', description: 'ID for get_more_results and get_counts.' },
      count: {
        type: ['integer', 'string'],
        description: 'Number of all results, or how to count them.',
      },
      results: { type: 'array', items: row },
      missing_fields: {
        type: 'string',
        description: 'Requested fields that results lack, and the available ones.',
      },
      has_more: { type: 'string', description: 'How to get more results, if there are any.' },
    },
    required: ['query_id', 'results'],
  }
}

export interface PagedQuery extends Presentation {
  endpoint: string
  query: QueryValues
}

interface KeptQuery extends PagedQuery {
  /** Rows of the last page that weren't returned yet. */
  rows: Row[]
  /** URL of the next page; null after the last. */
  next: string | null
  /** The number of rows, or the URL that counts them. */
  count: number | string | null
}

interface ApiPage {
  count?: number | string
  next: string | null
  results: Row[]
}

export interface QueryResults extends Record<string, unknown> {
  query_id: string
  results: Row[]
  missing_fields?: string
  has_more?: string
}

/**
 * Starts a query and stores it.
 *
 * @param most maximum number of results
 * @throws ApiRefusal when the API rejects the request
 */
export async function startQuery(
  asked: PagedQuery,
  most: number | undefined,
  context: ToolContext
): Promise<QueryResults> {
  const id = randomUUID().slice(0, 8)
  const {
    count = null,
    next,
    results,
  } = await context.api.get<ApiPage>(`${asked.endpoint}/`, asked.query)
  const query: KeptQuery = { ...asked, rows: results, next, count }
  const { query_id: queryId, ...rest } = await take(id, query, most, context)
  const shown =
    typeof count === 'string'
      ? `Not counted yet. Call get_counts with query_id '${id}' for the number of results; it costs one request.`
      : count
  return { query_id: queryId, ...(shown === null ? {} : { count: shown }), ...rest }
}

/**
 * Returns the next results of a query.
 *
 * @returns null after the last page
 * @throws ToolError when the caller has no such query
 */
export async function continueQuery(
  id: string,
  most: number | undefined,
  context: ToolContext
): Promise<QueryResults | null> {
  const query = await keptQuery(id, context)
  if (!query.rows.length && query.next === null) return null
  const results = await take(id, query, most, context)
  return results.results.length ? results : null
}

/**
 * Counts all results of a query, unless the count is known.
 *
 * @throws ToolError when the caller has no such query, or when it can't be counted
 */
export async function countQuery(id: string, context: ToolContext): Promise<number> {
  const query = await keptQuery(id, context)
  if (typeof query.count === 'number') return query.count
  if (query.count === null) throw new ToolError(`The results of query '${id}' can't be counted.`)
  const { count } = await context.api.get<{ count: number }>(query.count)
  await context.state.set(KIND, id, { ...query, count })
  return count
}

async function keptQuery(id: string, { state }: ToolContext): Promise<KeptQuery> {
  const query = /^[0-9a-f]{8}$/.test(id) ? await state.get<KeptQuery>(KIND, id) : undefined
  if (query) return query
  throw new ToolError(
    `Query ID '${id.slice(0, 80)}' not found. The session may have expired, please redo the query first.`
  )
}

/** Takes rows from a query, loads more pages if needed, and stores the rest. */
async function take(
  id: string,
  query: KeptQuery,
  most = STANDARD_RESULTS,
  context: ToolContext
): Promise<QueryResults> {
  const rows = [...query.rows]
  let { next } = query
  let stopped: string | undefined
  while (rows.length < most && next !== null) {
    try {
      await context.progress(rows.length, most, `${rows.length} of up to ${most} results`)
      const page: ApiPage = await context.api.get<ApiPage>(next)
      rows.push(...page.results)
      next = page.next && toApiPath(page.next)
    } catch (error) {
      // The rows that were read are charged, so they are returned.
      if (!(error instanceof ApiRefusal) || error.status !== 429 || !rows.length) throw error
      stopped = error.message
      break
    }
  }
  const rest = rows.slice(most)
  const { endpoint, query: values, fields, searchType, count } = query
  await context.state.set(KIND, id, {
    endpoint,
    query: values,
    fields,
    searchType,
    rows: rest,
    next: next && toApiPath(next),
    count: typeof count === 'string' ? toApiPath(count) : count,
  })
  const more = rest.length > 0 || next !== null
  return {
    query_id: id,
    ...presentedRows(rows.slice(0, most), query, context.catalog),
    ...(more
      ? {
          has_more: `${stopped ? `${stopped} ` : ''}More results are available. Call get_more_results with query_id '${id}'.`,
        }
      : {}),
  }
}

type Row = Record<string, unknown>

interface Presentation {
  /** Fields of search results to return; all by default. */
  fields?: string[]
  /** Code of the search type, if the rows are search results. */
  searchType?: string
}

/** @returns the rows, with a warning if a requested field is missing from any of them */
function presentedRows(
  rows: Row[],
  { fields, searchType }: Presentation,
  { searchTypes }: Pick<Catalog, 'searchTypes'>
): { results: Row[]; missing_fields?: string } {
  const derived = Object.entries(searchTypes.find(({ code }) => code === searchType)?.derived ?? {})
  const results = rows.map((row) => ({
    ...selected(row, fields),
    ...Object.fromEntries(derived.map(([name, field]) => [name, field.of(row)])),
  }))
  const missing = (fields ?? []).filter((name) => results.some((row) => !(name in row)))
  if (!missing.length) return { results }
  const available = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const near = missing.flatMap((name) => nearNames(name, available, 1))
  return {
    results,
    missing_fields: [
      `Missing from some results: ${missing.join(', ')}.`,
      ...(near.length ? [`Did you mean: ${[...new Set(near)].join(', ')}?`] : []),
      `Available: ${available.join(', ')}.`,
    ].join(' '),
  }
}

function selected(row: Row, fields: string[] | undefined): Row {
  if (!fields) return row
  return Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, row[name]]))
}
