/**
 * A newer version of a bulk data file with a change in each row.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openFile, type BulkFile } from '#plugins/bulk_data/import/bulk_file'
import { CsvScanner, type CsvRecord } from '#plugins/bulk_data/import/csv_scanner'
import { isKey, type Column, type TableLayout } from '#plugins/bulk_data/import/table_layout'

const LATER = '2030-01-01'

/** Values that no generated row has, by type of column. */
const CHANGES: Record<string, string> = {
  'timestamp with time zone': '"2031-02-03 04:05:06.123456+00"',
  'smallint': '"77"',
  'integer': '"77"',
  'double precision': '"77"',
}

/** A value and its comma. */
const VALUE = /(?:"(?:[^"\\]|\\[^])*"|[^,]*)(?:,|$)/y

/**
 * Changes the modification time or a number in each row. Rows with only keys
 * and texts are unchanged.
 *
 * @param columns columns of the file, in order
 * @param folder cache for later runs
 * @returns the path of the new file
 */
export async function changedFile(
  file: BulkFile,
  layout: TableLayout,
  columns: Column[],
  folder: string
): Promise<string> {
  const path = join(folder, file.name.replace(file.date!, LATER))
  if (existsSync(path)) return path
  const place = changeablePlace(layout, columns)
  const change = (text: string) =>
    place < 0 ? text : withValue(text, place, CHANGES[columns[place]!.type]!)
  const draft = `${path}.draft`
  await pipeline(
    openFile(file, 0).stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      const scanner = new CsvScanner()
      const changed = (records: CsvRecord[]) =>
        records.map(({ line, text }) => `${line === 1 ? text : change(text)}\n`).join('')
      for await (const chunk of chunks) yield changed(scanner.push(chunk))
      yield changed(scanner.finish())
    },
    createWriteStream(draft)
  )
  await rename(draft, path)
  return path
}

/** Returns the index of the value to change, or -1. */
function changeablePlace(layout: TableLayout, columns: Column[]): number {
  const modified = columns.findIndex(({ name }) => name === 'date_modified')
  if (modified >= 0) return modified
  const { uniques } = layout
  return columns.findIndex(
    ({ name, type }) =>
      type in CHANGES &&
      !isKey(layout, name) &&
      !uniques.some((rule) => rule.columns.includes(name))
  )
}

function withValue(text: string, place: number, value: string): string {
  VALUE.lastIndex = 0
  for (let passed = 0; passed < place; passed++) VALUE.exec(text)
  const start = VALUE.lastIndex
  const [old] = VALUE.exec(text)!
  return `${text.slice(0, start)}${value}${old.endsWith(',') ? ',' : ''}${text.slice(start + old.length)}`
}
