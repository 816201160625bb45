/**
 * Figures and charts of the staff dashboard.
 */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Reader } from '#app/database/reader'
import { rowCounts } from '#app/database/stored_tables'
import { SCHEMA } from '#app/jobs/queues'
import { quantile, type Speed, errors, latency, requests } from './charts/requests.js'
import { getSpanStart, type Span, type StaffChart, buildTimeline } from './charts/over_time.js'
import { ResourceRegistry } from '#api/registry'
import { EngineUnavailable, type IndexHealth, SearchEngine } from '#app/search_engine/engine'
import { Indexer } from '#app/search/indexer/indexer'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { logFailure } from '#app/database/database_unavailable'
import { barChart, type BarChart } from '#app/web/bar_chart'
import { storage } from './charts/storage.js'

const ROWS = 10

interface ShownIndex {
  name: string
  documents: number
  bytes: number
  /** State as text. */
  state: string
  isDamaged: boolean
}

@inject()
export class SearchStatus {
  constructor(
    private search: SearchEngine,
    private indexer: Indexer
  ) {}

  /** @returns the engine with its version, or why it is unavailable, and all declared indexes */
  async indexes(): Promise<{ engine: string; indexes: ShownIndex[]; isUp: boolean }> {
    const state = await Promise.all([this.search.health(), this.indexer.lag()]).catch(
      (error: unknown) => {
        if (error instanceof EngineUnavailable) return error.message
        throw error
      }
    )
    if (typeof state === 'string') return { engine: state, indexes: [], isUp: false }
    const [{ engine, version, indexes }, lags] = state
    return {
      isUp: true,
      engine: `${engine} ${version}`,
      indexes: lags.map(({ index, behind }) => {
        const health = indexes.find((one) => one.index === index)
        return {
          name: index,
          documents: health?.documents ?? 0,
          bytes: health?.bytes ?? 0,
          state: stateOf(behind, health),
          isDamaged: (health?.damaged ?? null) !== null,
        }
      }),
    }
  }
}

@inject()
export class Dashboard {
  constructor(
    private database: Database,
    private resources: ResourceRegistry,
    private reader: Reader,
    private search: SearchStatus
  ) {}

  /** @returns figures of the period for all processes, a few seconds old */
  async figures(span: Span) {
    const { database } = this
    const since = getSpanStart(span)
    const query = async (sql: string, values: unknown[] = [since]) =>
      (await database.rawQuery(sql, values as never[])).rows as Record<string, any>[]
    const [totals, speeds, endpoints, accounts, tables, [size], [jobs], search] = await Promise.all(
      [
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
        this.#tableCounts(),
        query('SELECT pg_database_size(current_database())::float8 AS bytes', []),
        query(
          `SELECT count(*) FILTER (WHERE state < 'active')::float8 AS waiting,
                count(*) FILTER (WHERE state = 'active')::float8 AS running,
                count(*) FILTER (WHERE state = 'failed')::float8 AS failed
         FROM ${SCHEMA}.job WHERE state < 'completed' OR state = 'failed'`,
          []
        ),
        this.search.indexes(),
      ]
    )
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

  /** Row counts of public resources. */
  async #tableCounts() {
    const resources = this.resources.all()
    const counts = await rowCounts(
      this.reader,
      resources.map(({ table }) => table)
    )
    return resources
      .filter(({ access }) => !access.right)
      .map(({ path, table }) => ({ path, rows: counts.get(table) ?? 0 }))
  }
}

function stateOf(behind: number | null, health: IndexHealth | undefined): string {
  const { rebuilding = false, damaged = null } = health ?? {}
  if (damaged !== null)
    return `damaged (${damaged}), ${rebuilding ? 'rebuilding' : 'rebuild pending'}`
  if (behind === null) return rebuilding ? 'building' : 'not built yet'
  const lag = behind < 2 ? 'up to date' : `${Math.round(behind).toLocaleString('en')} s behind`
  return rebuilding ? `${lag}, rebuilding` : lag
}

interface ReadChart extends Pick<StaffChart, 'title' | 'empty'> {
  /** Null if it can't be read. */
  chart: BarChart | null
}

/** @param ofPlugins shown between the API charts and the storage chart */
export function readCharts(
  { logger }: HttpContext,
  span: Span,
  ofPlugins: readonly StaffChart[]
): Promise<ReadChart[]> {
  const timeline = buildTimeline(span)
  return Promise.all(
    [requests, errors, latency, ...ofPlugins, storage].map(async ({ title, empty, read }) => {
      try {
        return { title, empty, chart: barChart(await read(app, timeline)) }
      } catch (error) {
        logFailure(logger, error, 'could not read a chart', { chart: title })
        return { title, empty, chart: null }
      }
    })
  )
}
