/**
 * The message printed at startup.
 */
import { join } from 'node:path'
import type { DemoAccount } from '#app/accounts/demo'
import { settings } from '#start/env'

/** Number of printed examples. */
const SHOWN = 3

export interface Started {
  /** Paths under an API version. */
  examples: readonly string[]
  /** Location of the database. */
  database: string
  /** The demo account, if this start created it. */
  demo?: DemoAccount | undefined
  /** Settings that have no effect. */
  ignored?: string | undefined
}

/** The text of the message. */
export function banner({ examples, database, demo, ignored }: Started): string {
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
    ...(settings.smtpUrl
      ? []
      : [`  Emails:        files in ${join(settings.dataDir, 'mail')}, unless SMTP_URL is set`]),
    ...(ignored ? [`  Warning:       ${ignored}`] : []),
    '  Ctrl-C stops the server.',
    '',
  ].join('\n')
}

function accountLines(address: string, demo: DemoAccount | undefined): string[] {
  if (!demo) return []
  // A setting of this process isn't that of a terminal.
  const inFolder = process.env.DATA_DIR ? `DATA_DIR='${settings.dataDir}' ` : ''
  return [
    '',
    '  Demo account (shown only once):',
    `    name ${demo.username}, password ${demo.password}`,
    `    Authorization: Token ${demo.token}`,
    `    sign in at ${address}/sign-in/`,
    '  Create the first staff account:',
    `    ${inFolder}node ace accounts:create <name> --role=Administrator`,
  ]
}
