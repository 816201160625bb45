/**
 * The figures of the staff dashboard.
 */
import { statfs } from 'node:fs/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import { ident } from '#app/support/sql_text'
import { SCHEMA } from '#app/jobs/queues'
import { settings } from '#start/env'
import { requestChart } from './request_chart.js'
import { searchIndexes } from './search_indexes.js'
import { ResourceRegistry } from '#api/registry'

/** Spans of time to choose from, in minutes. */
export const SPANS = { hour: 60, day: 1440, fortnight: 21_600 } as const

export type Span = keyof typeof SPANS

const ROWS = 10

/** @returns figures of the span, counted by all processes until a few seconds ago */
export async function dashboard({ container }: ApplicationService, span: Span) {
  const database = await container.make('lucid.db')
  const since = new Date(Date.now() - SPANS[span] * 60_000)
  const query = async (sql: string, values: unknown[] = [since]) =>
    (await database.rawQuery(sql, values as never[])).rows as Record<string, any>[]
  const [totals, speeds, endpoints, accounts, tables, [size], [jobs], disk, search, chart] =
    await Promise.all([
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
      tableCounts(container, query),
      query('SELECT pg_database_size(current_database())::float8 AS bytes', []),
      query(
        `SELECT count(*) FILTER (WHERE state < 'active')::float8 AS waiting,
              count(*) FILTER (WHERE state = 'active')::float8 AS running,
              count(*) FILTER (WHERE state = 'failed')::float8 AS failed
       FROM ${SCHEMA}.job WHERE state < 'completed' OR state = 'failed'`,
        []
      ),
      statfs(settings.dataDir),
      searchIndexes(container),
      requestChart(SPANS[span], query),
    ])
  return {
    ...(totals[0] as { requests: number; errors: number; refused: number }),
    p50: quantile(speeds, 0.5),
    p99: quantile(speeds, 0.99),
    endpoints,
    accounts,
    tables,
    databaseBytes: size!.bytes as number,
    freeBytes: disk.bavail * disk.bsize,
    jobs: jobs as { waiting: number; running: number; failed: number },
    search,
    chart,
  }
}

/** Rows counted of a table the database has no statistics of. */
const MAX_COUNTED = 10_000

/** Rows of the archive's tables, as the database's statistics have them: counting millions takes too long. */
async function tableCounts(
  container: ApplicationService['container'],
  query: (sql: string, values: unknown[]) => Promise<Record<string, any>[]>
) {
  const resources = await container.make(ResourceRegistry)
  const rows = await query(
    `SELECT relname AS name, reltuples::float8 AS rows FROM pg_class
     WHERE relname = ANY(?) AND relkind = 'r'`,
    [[...new Set(resources.all().map(({ table }) => table))]]
  )
  const byTable = new Map(rows.map(({ name, rows: count }) => [name, count as number]))
  for (const [table, count] of byTable) {
    if (count >= 0) continue
    const [counted] = await query(
      `SELECT count(*)::float8 AS rows FROM (SELECT FROM ${ident(table)} LIMIT ${MAX_COUNTED}) AS rows`,
      []
    )
    byTable.set(table, counted!.rows as number)
  }
  return resources
    .all()
    .filter(({ access }) => !access.right)
    .map(({ path, table }) => ({ path, rows: byTable.get(table) ?? 0 }))
}

/** Milliseconds below which a share of the requests was answered; undefined without requests. */
function quantile(speeds: Record<string, any>[], share: number): number | undefined {
  const total = speeds.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { speed, count } of speeds) {
    seen += count
    if (seen >= total * share) return 2 ** speed
  }
  return undefined
}
