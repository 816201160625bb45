import type { ErrorKind } from '#app/support/error_kind'

/** The catalogue of errors as a table in Markdown. */
export function errorTable(errors: readonly ErrorKind[]): string {
  const rows = errors.map(
    ({ code, status, message, hint }) => `| \`${code}\` | ${status} | ${message} | ${hint} |`
  )
  return ['| Code | Status | Message | Hint |', '|---|---|---|---|', ...rows].join('\n')
}
