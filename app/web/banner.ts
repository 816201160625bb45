/**
 * What a start prints for the person at the terminal.
 */
import { settings } from '#start/env'

/** Lines to try that a start prints. */
const SHOWN = 3

/**
 * @param examples addresses below a version
 * @param database where it lies
 */
export function banner(examples: string[], database: string): string {
  const address = settings.appUrl ?? `http://${settings.host}:${settings.port}`
  const api = `${address}/api/rest/v4`
  return [
    '',
    `  Curia is ready: ${address}/`,
    '',
    '  Try it:',
    ...examples.slice(0, SHOWN).map((example) => `    curl '${api}/${example}'`),
    '',
    `  In a browser:  ${api}/   and the reference at ${address}/docs/api/`,
    `  Data folder:   ${settings.dataDir}`,
    `  Database:      ${database}`,
    '  Ctrl-C stops the server.',
    '',
  ].join('\n')
}
