/**
 * Metrics that are read on request: the state of services, and values from the database, which
 * are the same in all processes.
 */
import type { Database } from '@adonisjs/lucid/database'
import { Gauge, Registry } from 'prom-client'
import type { ChangeLog } from '#app/events/change_log'
import { consumerLags } from '#app/events/consumers'
import type { ConsumerRegistry } from '#app/events/consumer_definition'
import type { JobRegistry } from '#app/jobs/job_registry'
import { SCHEMA } from '#app/jobs/queues'
import type { Indexer } from '#app/search/indexer/indexer'
import { metrics, processMetrics } from '#app/support/metrics'
import { gatherFromSupervisor } from '#app/support/metrics'
import { isSupervised } from '#app/support/run_mode'
import { type Monitoring, shareResult } from './monitoring.js'

const JOBS = `SELECT name, state::text AS state, count(*)::int AS jobs FROM ${SCHEMA}.job
  WHERE state <> 'completed' GROUP BY name, state`

interface Counted {
  name: string
  state: string
  jobs: number
}

/** Reads one metric; if it fails, the metric is omitted. */
type Source = () => Promise<Iterable<[labels: Record<string, string>, value: number]>>

interface MetricSources {
  monitoring: Monitoring
  database: Database
  log: ChangeLog
  consumers: ConsumerRegistry
  jobs: JobRegistry
  /** Opens the search indexes. */
  indexer: () => Promise<Pick<Indexer, 'lag'>>
}

/** Metrics of all processes of this server. */
export class ServerMetrics {
  /** In the Prometheus text format; requests within two seconds share one result. */
  readonly text: () => Promise<string>

  constructor(sources: MetricSources) {
    this.text = metricsOf(sources)
  }
}

function metricsOf({ monitoring, database, log, consumers, jobs, indexer }: MetricSources) {
  const registry = new Registry()
  const add = (name: string, help: string, labelNames: string[], source: Source) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        for (const [labels, value] of await source().catch(() => [])) this.set(labels, value)
      },
    })

  const services = shareResult(() => monitoring.services())
  add('curia_postgresql_up', 'Whether the database responds.', [], async () => [
    [{}, Number((await services()).is_postgresql_up)],
  ])
  add('curia_redis_up', 'Whether Redis responds; 1 if Redis is not used.', [], async () => [
    [{}, Number((await services()).is_redis_up)],
  ])
  add('curia_search_up', 'Whether all search indexes are available.', [], async () => [
    [{}, Number(await monitoring.isSearchUp())],
  ])
  add('curia_queued_jobs', 'Queued background jobs.', ['job'], async () =>
    Object.entries(await monitoring.queueLengths()).map(([job, count]) => [{ job }, count])
  )
  add(
    'curia_jobs',
    'Background jobs that are not completed, by state.',
    ['job', 'state'],
    async () => {
      const { rows } = await database.rawQuery<{ rows: Counted[] }>(JOBS)
      return rows
        .filter(({ name }) => jobs.has(name))
        .map(({ name: job, state, jobs: count }) => [{ job, state }, count])
    }
  )
  add(
    'curia_consumer_lag_seconds',
    'Age of the oldest change that a consumer of the change log has not handled; -1 if it must be rebuilt.',
    ['consumer'],
    async () => {
      const known = consumers.all()
      const lags = await consumerLags(log, known)
      return lags
        .filter(({ name }) => known.some((consumer) => consumer.name === name))
        .map(({ name: consumer, behind }) => [{ consumer }, behind ?? -1])
    }
  )
  add(
    'curia_search_lag_seconds',
    'Age of the oldest change that a search index does not include; -1: it is not built.',
    ['index'],
    async () =>
      (await (await indexer()).lag()).map(({ index, behind }) => [{ index }, behind ?? -1])
  )
  return shareResult(async () => {
    const counted = isSupervised() ? await gatherFromSupervisor() : [metrics, processMetrics]
    return Registry.merge([registry, ...counted]).metrics()
  })
}
