/**
 * The figures of the staff dashboard.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { Reader } from '#app/database/reader'
import { rowCounts } from '#app/database/row_counts'
import { SCHEMA } from '#app/jobs/queues'
import { quantile, type Speed } from './charts/requests.js'
import { sinceOf, type Span } from './charts/timeline.js'
import { searchIndexes } from './search_indexes.js'
import { ResourceRegistry } from '#api/registry'

const ROWS = 10

/** @returns figures of the span, counted by all processes until a few seconds ago */
export async function dashboard({ container }: ApplicationService, span: Span) {
  const database = await container.make('lucid.db')
  const since = sinceOf(span)
  const query = async (sql: string, values: unknown[] = [since]) =>
    (await database.rawQuery(sql, values as never[])).rows as Record<string, any>[]
  const [totals, speeds, endpoints, accounts, tables, [size], [jobs], search] = await Promise.all([
    query(
      `SELECT coalesce(sum(count), 0)::float8 AS requests,
              coalesce(sum(count) FILTER (WHERE status >= 500), 0)::float8 AS errors,
              coalesce(sum(count) FILTER (WHERE status = 429), 0)::float8 AS refused
       FROM request_minutes WHERE minute >= ?`
    ),
    query(
      `SELECT speed, sum(count)::float8 AS count FROM request_minutes WHERE minute >= ? GROUP BY speed ORDER BY speed`
    ),
    query(
      `SELECT endpoint, sum(count)::float8 AS requests, sum(count) FILTER (WHERE status >= 500)::float8 AS errors
       FROM request_minutes WHERE minute >= ? GROUP BY endpoint ORDER BY 2 DESC, 1 LIMIT ${ROWS}`
    ),
    query(
      `SELECT id, username, requests FROM (
         SELECT account_id AS id, sum(count)::float8 AS requests FROM account_hours
         WHERE hour >= date_trunc('hour', ?::timestamptz) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${ROWS}
       ) AS busiest JOIN accounts USING (id) ORDER BY requests DESC, id`
    ),
    tableCounts(container),
    query('SELECT pg_database_size(current_database())::float8 AS bytes', []),
    query(
      `SELECT count(*) FILTER (WHERE state < 'active')::float8 AS waiting,
              count(*) FILTER (WHERE state = 'active')::float8 AS running,
              count(*) FILTER (WHERE state = 'failed')::float8 AS failed
       FROM ${SCHEMA}.job WHERE state < 'completed' OR state = 'failed'`,
      []
    ),
    searchIndexes(container),
  ])
  return {
    ...(totals[0] as { requests: number; errors: number; refused: number }),
    p50: quantile(speeds as Speed[], 0.5),
    p99: quantile(speeds as Speed[], 0.99),
    endpoints,
    accounts,
    tables,
    databaseBytes: size!.bytes as number,
    jobs: jobs as { waiting: number; running: number; failed: number },
    search,
  }
}

/** Rows of the tables of open resources. */
async function tableCounts(container: ApplicationService['container']) {
  const resources = (await container.make(ResourceRegistry)).all()
  const counts = await rowCounts(
    await container.make(Reader),
    resources.map(({ table }) => table)
  )
  return resources
    .filter(({ access }) => !access.right)
    .map(({ path, table }) => ({ path, rows: counts.get(table) ?? 0 }))
}
