/**
 * Helpers for specs of imports: a separate database and folder for each test,
 * and files in the format of the bulk data.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { Group } from '@japa/runner/core'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { importFiles, type FileResult, type ImportOptions } from '../import/importer.js'
import { sampleFolder } from '../import/sample.js'
import { PluginHost } from '#core/plugin_host'

export type FileRow = (string | null)[]

/** Formats a record like the public files, without line end. */
export const line = (values: FileRow) =>
  values
    .map((text) =>
      text === null ? '' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    )
    .join(',')

/** Sets up an empty database and a folder for files for each test of a group. */
export function useImports(group: Group) {
  let scratch: ScratchDatabase
  let folder: string

  group.each.setup(async () => {
    scratch = await makeScratchDatabase(app)
    folder = makeTemporaryFolder()
    return async () => {
      await scratch.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const raw = (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const rows = async (sql: string) => (await scratch.client.query(sql)).rows
  return {
    get scratch() {
      return scratch
    },
    get folder() {
      return folder
    },
    raw,
    rows,
    file: (name: string, header: string, records: FileRow[]) =>
      raw(name, `${header}\n${records.map((record) => `${line(record)}\n`).join('')}`),
    sample: (stems: string[]) => stems.map((stem) => join(sampleFolder(), `${stem}.csv`)),
    refusals: () =>
      rows('SELECT line::int, column_name AS column, reason FROM bulk_refusals ORDER BY line, id'),
    async run(paths: string[], options: Partial<ImportOptions> = {}): Promise<FileResult[]> {
      const { bulkTables } = await app.container.make(PluginHost)
      return importFiles(paths, {
        connection: scratch.connection,
        tables: bulkTables.map(({ declaration }) => declaration),
        ...options,
      })
    },
  }
}
