import { resolve } from 'node:path'
import { args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { readCursor } from '#app/events/cursor'
import { CommandRefusal } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { countText } from '#app/support/progress_display'
import { COMPRESSIONS, readManifest, type Compression, type Manifest } from '../export/manifest.js'
import { ExportProgress } from '../export/progress.js'
import { findExport } from '../import/import_export.js'

export default class BulkExport extends InterruptibleCommand {
  static commandName = 'bulk:export'
  static description = 'Export the archive as bulk data files with a manifest'
  static help = [
    'The server can keep running. All files are from one snapshot.',
    'After an interruption, run the same command again to resume.',
    '{{ binaryName }} bulk:export /srv/exports/monday --compression=zstd',
  ]

  static options: CommandOptions = { startApp: true }

  @args.string({
    description: 'Output folder; by default a new folder in EXPORTS_DIR',
    required: false,
  })
  declare folder?: string

  @flags.string({
    description:
      'Compression: bz2 (like the public files), zstd, or none; by default EXPORTS_COMPRESSION',
  })
  declare compression?: string

  @flags.boolean({ description: 'Write Parquet files for analysis, which cannot be imported' })
  declare parquet: boolean

  @flags.string({
    description: 'Export only later changes: the folder of an earlier export, or its position',
  })
  declare since?: string

  async run() {
    const progress = new ExportProgress(process.stdout)
    const found = await this.runInterruptible(
      (signal) => this.#export(progress, signal),
      'interrupted; run the same command again to resume',
      progress
    )
    if (!found) return
    const { folder, manifest } = found
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0)
    this.logger.success(
      `${folder}: ${countText(rows)} rows in ${countText(manifest.files.length)} files`
    )
  }

  async #export(
    reporter: ExportProgress,
    signal: AbortSignal
  ): Promise<{ folder: string; manifest: Manifest }> {
    const { default: settings } = await import('../settings.js')
    const compression = (this.compression ?? settings.compression) as Compression
    if (!COMPRESSIONS.includes(compression))
      throw new CommandRefusal(
        `--compression must be ${COMPRESSIONS.join(', ')}, not "${compression}"`
      )
    const { migrate } = await import('#app/boot/migrate')
    await migrate(this.app)
    const { ArchiveExports } = await import('../export/archive_exports.js')
    const exports = await this.app.container.make(ArchiveExports)
    const { parquet = false } = this
    if (parquet && (this.since !== undefined || this.compression !== undefined))
      throw new CommandRefusal('--parquet cannot be combined with --since or --compression')
    const since = this.since && (await readSince(this.since))
    const folder = this.folder
      ? resolve(this.folder)
      : await exports.folders.next({ since, parquet })
    const manifest = await exports.write(folder, {
      compression: parquet ? 'zstd' : compression,
      parquet,
      since,
      signal,
      reporter,
    })
    return { folder, manifest }
  }
}

/** The position of an earlier export, given as such, as its folder, or as its manifest. */
async function readSince(given: string): Promise<string> {
  const folder = await findExport([given])
  if (folder !== undefined) return (await readManifest(folder)).position
  try {
    readCursor(given)
  } catch {
    throw new CommandRefusal(`--since: "${given}" is neither a folder nor a position`)
  }
  return given
}
