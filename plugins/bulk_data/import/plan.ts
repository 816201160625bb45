/**
 * Which table each file is for, parents before children.
 */
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { BulkError } from './bulk_error.js'
import { inspectFile, type BulkFile } from './bulk_file.js'

export interface Job {
  bulk: BulkTable
  file: BulkFile
}

/**
 * @param paths files in any order
 * @returns one job per file, in load order
 * @throws BulkError for a file no table takes, and for two files of one table
 */
export async function planImport(paths: string[], tables: BulkTable[]): Promise<Job[]> {
  const jobs: Job[] = []
  for (const path of paths) {
    const file = await inspectFile(path)
    const bulk = tables.find(({ stem }) => stem === file.stem)
    if (!bulk) {
      const known = tables
        .map(({ stem }) => stem)
        .sort()
        .join(', ')
      throw new BulkError(
        `${file.name}: no plugin takes files named "${file.stem}". Known: ${known}`
      )
    }
    const other = jobs.find((job) => job.bulk === bulk)
    if (other)
      throw new BulkError(
        `${file.name} and ${other.file.name} are for the same table; give one of them`
      )
    jobs.push({ bulk, file })
  }
  return jobs.sort((a, b) => a.bulk.order - b.bulk.order)
}
