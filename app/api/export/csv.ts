/** Writes records as CSV (RFC 4180). */
import type { Choice } from '../field_types.js'
import { isRawNumber } from '../renderers/exact_json.js'

/** A column, or two columns for codes with labels. */
export interface ExportColumn {
  /** Name of the value in a record. */
  name: string
  /** Adds a column `<name>_label` with the labels of the codes. */
  choices?: readonly Choice[]
}

/**
 * First characters that spreadsheets interpret as a formula, including their full-width forms
 * (OWASP, CSV Injection).
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

const QUOTED = /[",\r\n]/

const LINE_END = '\r\n'

export class CsvWriter {
  readonly #labels: (ReadonlyMap<unknown, string> | undefined)[]

  constructor(readonly columns: readonly ExportColumn[]) {
    this.#labels = columns.map(
      ({ choices }) =>
        choices && new Map(choices.map(({ value, display_name: label }) => [value, label]))
    )
  }

  /** The header line with the column names. */
  header(): string {
    return lineOf(
      this.columns.flatMap(({ name, choices }) => (choices ? [name, `${name}_label`] : [name]))
    )
  }

  /** The line of a record. */
  line(record: Readonly<Record<string, unknown>>): string {
    return lineOf(
      this.columns.flatMap(({ name }, place) => {
        const value = record[name]
        const labels = this.#labels[place]
        return labels ? [textOf(value), safe(labelOf(value, labels))] : [textOf(value)]
      })
    )
  }
}

function lineOf(cells: string[]): string {
  const quoted = cells.map((cell) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return quoted.join(',') + LINE_END
}

/** Lists and objects are written as JSON. Only text can be a formula. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return safe(value)
  if (isRawNumber(value)) return value.rawJSON
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function labelOf(value: unknown, labels: ReadonlyMap<unknown, string>): string {
  return [value]
    .flat()
    .flatMap((each) => labels.get(each) ?? [])
    .join('; ')
}

/** A leading apostrophe makes spreadsheets treat a value as text. */
function safe(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}
