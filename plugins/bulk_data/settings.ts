import { join } from 'node:path'
import { Env } from '@adonisjs/core/env'
import { readSettings } from '#app/settings/read_settings'
import { cron, whole } from '#app/settings/rules'
import { settings } from '#start/env'
import { COMPRESSIONS } from './export/manifest.js'

const env = await readSettings({
  EXPORTS_DIR: Env.schema.string.optional(),
  EXPORTS_TIMES: cron(),
  EXPORTS_INCREMENT_TIMES: cron(),
  EXPORTS_COMPRESSION: Env.schema.enum.optional(COMPRESSIONS),
  EXPORTS_PARQUET: Env.schema.enum.optional(['on', 'off'] as const),
  EXPORTS_KEPT: whole(1, 1_000),
  EXPORTS_DOWNLOADS: Env.schema.enum.optional(['on', 'off'] as const),
})

export default {
  /** Folder with one folder per export. */
  exportsDir: env.get('EXPORTS_DIR') || join(settings.dataDir, 'exports'),
  /** Cron schedule of exports; null: only `bulk:export` writes them. */
  times: env.get('EXPORTS_TIMES') ?? null,
  /** Cron schedule of increments; null: none are scheduled. */
  incrementTimes: env.get('EXPORTS_INCREMENT_TIMES') ?? null,
  /** Compression of exports. */
  compression: env.get('EXPORTS_COMPRESSION') ?? 'bz2',
  /** Whether scheduled full exports are followed by Parquet files. */
  parquet: env.get('EXPORTS_PARQUET') === 'on',
  /** Number of full exports that are kept after a scheduled one. */
  kept: env.get('EXPORTS_KEPT') ?? 4,
  /** Whether visitors can download exports. */
  downloads: env.get('EXPORTS_DOWNLOADS') !== 'off',
}
