/**
 * Rows as text in the dialect of the public files: a double quote around
 * every value that is not null, nothing for null, backslash as the escape.
 */
import type { BulkTable } from '#app/bulk/define_bulk_table'
import type { GeneratedRow } from '../table_generator.js'

/** Characters that are gathered before they are handed on; larger pieces are no faster, only larger. */
const PIECE = 1 << 18

export class CsvText {
  readonly #fileNames: Map<string, string>
  #columns: string[] | undefined
  #text = ''

  /** @param table whose `renames` say what columns are called in the file */
  constructor(table: Pick<BulkTable, 'renames'>) {
    this.#fileNames = new Map(
      Object.entries(table.renames ?? {}).map(([file, ours]) => [ours, file])
    )
  }

  /**
   * Adds a row; the first one decides the header and the order of columns.
   *
   * @returns whether enough has been gathered to `take` it
   * @throws Error when the row lacks a column of the first one
   */
  add(row: GeneratedRow): boolean {
    this.#columns ??= this.#startWith(Object.keys(row))
    let line = ''
    for (const column of this.#columns) {
      const value = row[column]
      if (value === undefined) throw new Error(`a generated row lacks the column "${column}"`)
      line += value === null ? ',' : `${quoted(value)},`
    }
    this.#text += `${line.slice(0, -1)}\n`
    return this.#text.length >= PIECE
  }

  /** What was added since the last call, as UTF-8. */
  take(): Buffer {
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    return bytes
  }

  #startWith(columns: string[]): string[] {
    this.#text = `${columns.map((name) => this.#fileNames.get(name) ?? name).join(',')}\n`
    return columns
  }
}

function quoted(value: string | number | boolean): string {
  if (value === '') return '""'
  if (typeof value === 'string') {
    return value.includes('"') || value.includes('\\')
      ? `"${value.replace(/["\\]/g, '\\$&')}"`
      : `"${value}"`
  }
  if (typeof value === 'boolean') return value ? '"t"' : '"f"'
  return `"${value}"`
}
