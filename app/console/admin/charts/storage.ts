/**
 * Storage use over time, measured hourly by a job.
 */
import { join } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import { defineJob } from '#app/jobs/define_job'
import { sizeOfFiles } from '#app/storage/folder_size'
import { settings } from '#start/env'
import { SearchEngine } from '#app/search_engine/engine'
import { chartOverTime, type StaffChart, buildTimeline } from './over_time.js'

const DAYS_KEPT = 400

/** Files that are measured individually; the rest is estimated. */
const MOST_MEASURED = 100_000

const MEASURE = `INSERT INTO storage_sizes (measured_at, part, bytes)
  SELECT date_trunc('hour', now()), part, bytes
  FROM unnest(?::text[], ?::bigint[]) AS t (part, bytes)
  ON CONFLICT (measured_at, part) DO UPDATE SET bytes = excluded.bytes`

const largest = (part: string) => `max(bytes) FILTER (WHERE part = '${part}') / 1e6`

export const storage: StaffChart = {
  title: 'Storage',
  empty: 'Not measured yet. Storage is measured every hour.',
  // Hourly values are too few for shorter bars.
  read: (app, timeline) =>
    chartOverTime(app, timeline.starts.length > 12 ? timeline : buildTimeline('day'), {
      unit: 'megabytes',
      sums: 'parts',
      from: 'storage_sizes',
      time: 'measured_at',
      series: {
        'Database': largest('database'),
        'Search indexes': largest('search'),
        'Files': largest('files'),
      },
    }),
}

/** Measures the database, the search indexes, and the local files, and deletes old values. */
export async function measureStorage({ container }: Pick<ApplicationService, 'container'>) {
  const database = await container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: { bytes: string }[] }>(
    'SELECT pg_database_size(current_database()) AS bytes'
  )
  const indexes = await (await container.make(SearchEngine)).health().then(
    (health) => health.indexes,
    () => []
  )
  const sizes = {
    database: rows[0]!.bytes,
    search: indexes.reduce((sum, { bytes }) => sum + bytes, 0),
    // The storage provider measures buckets.
    files: await sizeOfFiles(join(settings.dataDir, 'files'), MOST_MEASURED),
  }
  await database.rawQuery(MEASURE, [Object.keys(sizes), Object.values(sizes)] as never[])
  await database.rawQuery(
    'DELETE FROM storage_sizes WHERE measured_at < now() - make_interval(days => ?)',
    [DAYS_KEPT]
  )
}

export const measureStorageJob = defineJob({
  name: 'curia.measure_storage',
  cron: '35 * * * *',
  singleton: true,
  handler: (_, { app }) => measureStorage(app),
})
