import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import type { GeneratedRow } from '../table_generator.js'
import { CsvScanner, readValues, sampleFolder } from '#plugins/bulk_data/public'

/**
 * Rows of a file of the sample archive, as texts by column of our own.
 *
 * @returns no rows where the sample has no file for the table
 */
export function sampleRows({ stem, renames = {} }: BulkTable): GeneratedRow[] {
  const file = join(sampleFolder(), `${stem}.csv`)
  if (!existsSync(file)) return []

  const scanner = new CsvScanner()
  const records = [...scanner.push(readFileSync(file)), ...scanner.finish()]
  const [header = [], ...rows] = records.map(({ text }) => readValues(text))
  const columns = header.map((name) => renames[name!] ?? name!)
  return rows.map((values) =>
    Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]))
  )
}
