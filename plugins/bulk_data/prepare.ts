import type { ApplicationService } from '@adonisjs/core/types'
import pg from 'pg'
import { settings } from '#start/env'
import { importFiles } from './import/importer.js'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { noteSample, sampleFiles } from './import/sample.js'
import { inTransaction } from '#app/database/transaction'
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
  const reader = await app.container.make(Reader)
  const { bulkTables } = await app.container.make(PluginHost)
  const tables = bulkTables.map(({ declaration }) => declaration)
  await noteEarlierSample(reader, connection, tables)
  const wanted = settings.sampleArchive === 'on' || (settings.sampleArchive === 'auto' && embedded)
  if (!wanted) return

  const imports = await reader.rows(
    `SELECT stem, sample::text FROM bulk_imports WHERE status IN ('published', 'replaced')`,
    []
  )
  if (imports.some(([, sample]) => sample === 'false')) return

  const present = new Set(imports.map(([stem]) => stem))
  const missing = [...(await sampleFiles(tables))]
    .filter(([stem]) => !present.has(stem))
    .map(([, path]) => path)
  if (missing.length)
    await startStep('importing the sample archive', () =>
      importFiles(missing, { connection, tables, sample: true })
    )
}

/** Stores the rows of a sample that an earlier version imported, which didn't store them. */
async function noteEarlierSample(
  reader: Reader,
  connection: pg.ClientConfig,
  tables: BulkTable[]
): Promise<void> {
  const stems = await reader.rows(
    `SELECT DISTINCT stem FROM bulk_imports
     WHERE sample AND status = 'published' AND NOT EXISTS (SELECT FROM sample_records)`,
    []
  )
  if (!stems.length) return
  const files = await sampleFiles(tables)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await inTransaction(client, async () => {
      for (const [stem] of stems) {
        const file = files.get(stem!)
        const table = tables.find((each) => each.stem === stem)?.table
        if (file && table) await noteSample(client, table, file)
      }
    })
  } finally {
    await client.end()
  }
}
