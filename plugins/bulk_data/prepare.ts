import type { ApplicationService } from '@adonisjs/core/types'
import { settings } from '#start/env'
import { importFiles } from './import/importer.js'
import { sampleFiles } from './import/sample.js'
import { OpenDatabase } from '#app/database/connection'
import { Reader } from '#app/database/reader'
import { startStep } from '#app/support/progress_display'
import { PluginHost } from '#core/plugin_host'

/**
 * Imports the sample archive before a new server accepts requests. An
 * interrupted start resumes with the missing files. Skipped if other data has
 * been imported.
 */
export default async function prepare(app: ApplicationService): Promise<void> {
  const { embedded, connection } = await app.container.make(OpenDatabase)
  const wanted = settings.sampleArchive === 'on' || (settings.sampleArchive === 'auto' && embedded)
  if (!wanted) return

  const reader = await app.container.make(Reader)
  const imports = await reader.rows(
    `SELECT stem, sample::text FROM bulk_imports WHERE status IN ('published', 'replaced')`,
    []
  )
  if (imports.some(([, sample]) => sample === 'false')) return

  const { bulkTables } = await app.container.make(PluginHost)
  const tables = bulkTables.map(({ declaration }) => declaration)
  const present = new Set(imports.map(([stem]) => stem))
  const missing = [...(await sampleFiles(tables))]
    .filter(([stem]) => !present.has(stem))
    .map(([, path]) => path)
  if (missing.length)
    await startStep('importing the sample archive', () =>
      importFiles(missing, { connection, tables, sample: true })
    )
}
