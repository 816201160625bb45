/**
 * Records as lines of CSV (RFC 4180).
 */
import type { Choice } from '../field_types.js'
import { isRawNumber } from '../renderers/exact_json.js'

/** A column, or two where codes have labels. */
export interface ExportColumn {
  /** Of the value in a record. */
  name: string
  /** Adds a column `<name>_label` with what the codes mean. */
  choices?: readonly Choice[]
}

/**
 * Beginnings that spreadsheets take for a formula, in their wide forms too
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

  /** The first line: names of the columns. */
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

/** Lists and objects are JSON. Only texts can be formulas. */
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

/** An apostrophe in front makes a spreadsheet show a text and not compute it. */
function safe(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}
