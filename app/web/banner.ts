/**
 * What a start prints for the person at the terminal.
 */
import type { DemoAccount } from '#app/accounts/demo'
import { settings } from '#start/env'

/** Lines to try that a start prints. */
const SHOWN = 3

/**
 * @param examples addresses below a version
 * @param database where it is
 * @param demo the demo account, at the start that made it
 */
export function banner(examples: readonly string[], database: string, demo?: DemoAccount): string {
  const address = settings.appUrl ?? `http://${settings.host}:${settings.port}`
  const api = `${address}/api/rest/v4`
  const header = demo ? `-H 'Authorization: Token ${demo.token}' ` : ''
  return [
    '',
    `  Curia is ready: ${address}/`,
    '',
    '  Try it:',
    ...examples.slice(0, SHOWN).map((example) => `    curl ${header}'${api}/${example}'`),
    ...accountLines(address, demo),
    '',
    `  In a browser:  ${api}/   and the reference at ${address}/docs/api/`,
    `  Data folder:   ${settings.dataDir}`,
    `  Database:      ${database}`,
    '  Ctrl-C stops the server.',
    '',
  ].join('\n')
}

function accountLines(address: string, demo: DemoAccount | undefined): string[] {
  if (!demo) return []
  return [
    '',
    '  A demo account, shown this once:',
    `    name ${demo.username}, password ${demo.password}`,
    `    Authorization: Token ${demo.token}`,
    `    sign in at ${address}/sign-in/`,
    '  The first staff account:',
    '    node ace accounts:create <name> --role=Administrator',
  ]
}
