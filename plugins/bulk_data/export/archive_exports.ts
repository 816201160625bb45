import { inject } from '@adonisjs/core'
import { OpenDatabase } from '#app/database/connection'
import { Reader } from '#app/database/reader'
import { ChangeLog } from '#app/events/change_log'
import { LOG_ID, readCursor } from '#app/events/cursor'
import { ident } from '#app/support/sql_text'
import { productVersion } from '#app/support/product_version'
import { PluginHost } from '#core/plugin_host'
import settings from '../settings.js'
import { servedColumns } from './export_columns.js'
import { exportArchive, type ExportOptions } from './export_archive.js'
import { ExportFolders } from './export_folders.js'
import type { Manifest } from './manifest.js'

/** Name under which the change log keeps the changes after the newest export. */
const CONSUMER = 'bulk_data.exports'

/** Exports of this server's archive. */
@inject()
export class ArchiveExports {
  readonly folders = new ExportFolders(settings.exportsDir)

  constructor(
    private database: OpenDatabase,
    private host: PluginHost,
    private reader: Reader,
    private log: ChangeLog
  ) {}

  /**
   * Writes the next scheduled export, or resumes it, and removes exports that are no longer kept.
   *
   * @param options.increment whether to write only the changes since the newest export, if any
   * @throws BulkError if a file can't be written; Interrupted
   */
  async writeNext(
    signal: AbortSignal,
    { increment = false }: { increment?: boolean } = {}
  ): Promise<void> {
    const newest = increment
      ? (await this.folders.list()).find(({ manifest }) => manifest.file_format === undefined)
      : undefined
    const since = newest?.manifest.position
    const folder = await this.folders.next({ since })
    await this.write(folder, { compression: settings.compression, since, signal })
    if (settings.parquet && since === undefined) {
      const parquet = true
      const analysis = await this.folders.next({ parquet })
      await this.write(analysis, { compression: 'zstd', parquet, signal })
    }
    await this.folders.prune(settings.kept)
  }

  /**
   * Whether a file may no longer be downloaded: values that the API doesn't return since the
   * export, such as the text of a document that was sealed, or rows of a sealed decision, may be in
   * it. Dates of the rows find seals of tables that an import replaced, which ran no trigger.
   * Positions of another log, from before a backup was restored, can't be compared; then only dates
   * count.
   */
  async isWithdrawn({ date, position }: Manifest, stem: string): Promise<boolean> {
    const bulk = this.host.bulkTables.find(({ declaration }) => declaration.stem === stem)
    if (!bulk) return false
    const { table } = bulk.declaration
    const resources = this.host.resources.all()
    const conditions = [...servedColumns(table, resources).values()]
    const deleting = resources.filter(({ merges }) => merges?.sealed).map((one) => one.table)
    const { log, base } = readCursor(position)
    const sealed = `
      WITH RECURSIVE above (oid) AS (
        SELECT to_regclass($2)::oid
        UNION SELECT confrelid FROM pg_constraint JOIN above ON conrelid = above.oid WHERE contype = 'f' AND confdeltype = 'c')
      SELECT 1 FROM change_seals
      WHERE table_name = ANY ($5) AND to_regclass(table_name)::oid IN (SELECT oid FROM above)
        AND (last_sealed_at >= $1::timestamptz OR (${LOG_ID} = $3 AND NOT pg_visible_in_snapshot(xid, $4::pg_snapshot)))`
    const hidden = conditions.map((condition) => `NOT (${condition('t')})`).join(' OR ')
    const modified = `SELECT 1 FROM ${ident(table)} t WHERE t.date_modified >= $1::timestamptz AND (${hidden})`
    const rows = await this.reader.rows(
      `${hidden ? `(${sealed}) UNION ALL ${modified}` : sealed} LIMIT 1`,
      [date, table, log, base, hidden ? [table, ...deleting] : deleting]
    )
    return rows.length > 0
  }

  /**
   * Exports the archive into a folder, or resumes the unfinished export there.
   *
   * @throws BulkError if the folder has another export, or a file can't be written; Interrupted
   */
  async write(
    folder: string,
    options: Pick<ExportOptions, 'compression' | 'parquet' | 'since' | 'signal' | 'reporter'>
  ): Promise<Manifest> {
    const manifest = await exportArchive({
      connection: this.database.connection,
      tables: this.host.bulkTables.map(({ declaration }) => declaration),
      resources: this.host.resources.all(),
      version: productVersion(),
      folder,
      ...options,
    })
    // The log keeps later changes for increments, for a limited time.
    if (!options.parquet) await this.log.savePosition(CONSUMER, manifest.position)
    return manifest
  }
}
