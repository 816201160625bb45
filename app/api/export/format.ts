/** Formats of exports, which return a whole result as one file (demands, 14). */
import { ApiError } from '#app/support/api_error'

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson',
}

/** Maximum number of rows in an export. */
export const MAX_ROWS = 10_000

/** Parameter for the number of rows. */
export const ROWS = 'rows'

export function exportFormat(named: string | undefined): ExportFormat | undefined {
  return EXPORT_FORMATS.find((format) => format === named?.toLowerCase())
}

/**
 * Removes the requested number of rows from the parameters and returns it.
 *
 * @throws ApiError 400
 */
export function extractRowLimit(parameters: Map<string, string[]>): number {
  const text = parameters.get(ROWS)?.at(-1)?.trim() ?? ''
  parameters.delete(ROWS)
  if (text === '') return MAX_ROWS
  const rows = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (rows >= 1 && rows <= MAX_ROWS) return rows
  throw new ApiError(400, {
    [ROWS]: [`Enter a whole number from 1 to ${MAX_ROWS} ("${text.slice(0, 40)}" isn't one).`],
  })
}
