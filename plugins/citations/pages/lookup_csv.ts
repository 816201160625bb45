import type { LookupRow } from './lookup_view.js'

const COLUMNS = [
  'citation',
  'start_index',
  'end_index',
  'status',
  'error_message',
  'matched_on',
  'cited_name',
  'case_name',
  'cluster_id',
]

/** The citations as CSV (RFC 4180), with a line for each case. */
export function lookupCsv(rows: readonly LookupRow[]): string {
  const lines = rows.flatMap(
    ({ citation, start, end, status, error, matchedOn, citedName, cases }) =>
      (cases.length ? cases : [undefined]).map((one) => [
        citation,
        start,
        end,
        status,
        error,
        matchedOn,
        citedName,
        one?.name,
        one?.id,
      ])
  )
  return [COLUMNS, ...lines].map((line) => `${line.map(cell).join()}\r\n`).join('')
}

/** Spreadsheets take a text that begins like a formula for one. */
function cell(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
