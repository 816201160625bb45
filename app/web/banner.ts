/**
 * The message printed at startup.
 */
import type { DemoAccount } from '#app/accounts/demo'
import { settings } from '#start/env'

/** Number of printed examples. */
const SHOWN = 3

/**
 * @param examples paths under an API version
 * @param database location of the database
 * @param demo the demo account, if this start created it
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
    '  Demo account (shown only once):',
    `    name ${demo.username}, password ${demo.password}`,
    `    Authorization: Token ${demo.token}`,
    `    sign in at ${address}/sign-in/`,
    '  Create the first staff account:',
    '    node ace accounts:create <name> --role=Administrator',
  ]
}
