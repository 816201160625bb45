/**
 * Lists of the API as tools page through them: what was asked is kept under
 * an ID, with the rows of the last page that were not returned yet (tool
 * server, tools 0: Cross-tool state).
 */
import { randomUUID } from 'node:crypto'
import { pathOf, type QueryValues } from './api_client.js'
import type { JsonSchema, ToolContext } from './define_tool.js'
import { ApiRefusal, ToolError } from './tool_error.js'
import type { Catalog } from '#api/catalog'
import { nearNames } from '#app/support/did_you_mean'

const KIND = 'query'

/** Results of one call at most. */
const MAX_RESULTS = 100
const STANDARD_RESULTS = 20

/** Schema of the argument that says how many results to return. */
export const NUM_RESULTS: JsonSchema = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: MAX_RESULTS,
  default: STANDARD_RESULTS,
  description: `Results to return, ${STANDARD_RESULTS} unless given. The API returns 20 with each request.`,
}

/** Schema of the argument that names a query. */
export const QUERY_ID: JsonSchema = {
  type: 'string',
  description: 'The query_id of the result of search or call_endpoint.',
}

export interface PagedQuery extends Presentation {
  endpoint: string
  query: QueryValues
}

interface KeptQuery extends PagedQuery {
  /** Rows of the page read last that were not returned yet. */
  rows: Row[]
  /** Where the next page is; null after the last. */
  next: string | null
  /** The number of all rows, or where the API counts them. */
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
 * Asks for a list and keeps the query.
 *
 * @param most results to return at most
 * @throws ApiRefusal when the API refuses it
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
 * Returns the following results of a query.
 *
 * @returns null after the last page
 * @throws ToolError when the query is not known to this caller
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
 * The number of all results of a query, asked for where it is not known.
 *
 * @throws ToolError when the query is not known to this caller, or has no count
 */
export async function countQuery(id: string, context: ToolContext): Promise<number> {
  const query = await keptQuery(id, context)
  if (typeof query.count === 'number') return query.count
  if (query.count === null) throw new ToolError(`The results of query '${id}' are not counted.`)
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

/** Takes rows from a query, reads pages as they are needed, and keeps the rest. */
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
      const page: ApiPage = await context.api.get<ApiPage>(next)
      rows.push(...page.results)
      next = page.next && pathOf(page.next)
    } catch (error) {
      // What was read has been charged: it is returned.
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
    next: next && pathOf(next),
    count: typeof count === 'string' ? pathOf(count) : count,
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
  /** Fields of search results to return; all when left out. */
  fields?: string[]
  /** Code of the search type that rows are results of. */
  searchType?: string
}

/** @returns the rows, and a warning where a field that was asked for is absent from one of them */
function presentedRows(
  rows: Row[],
  { fields, searchType }: Presentation,
  { searchTypes }: Pick<Catalog, 'searchTypes'>
): { results: Row[]; missing_fields?: string } {
  const derive = searchTypes.find(({ code }) => code === searchType)?.derived ?? (() => ({}))
  const results = rows.map((row) => ({ ...selected(row, fields), ...derive(row) }))
  const missing = (fields ?? []).filter((name) => results.some((row) => !(name in row)))
  if (!missing.length) return { results }
  const available = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const near = missing.flatMap((name) => nearNames(name, available, 1))
  return {
    results,
    missing_fields: [
      `Not in every result: ${missing.join(', ')}.`,
      ...(near.length ? [`Did you mean: ${[...new Set(near)].join(', ')}?`] : []),
      `Available: ${available.join(', ')}.`,
    ].join(' '),
  }
}

function selected(row: Row, fields: string[] | undefined): Row {
  if (!fields) return row
  return Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, row[name]]))
}
