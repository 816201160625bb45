/**
 * What a start prints for the person at the terminal.
 */
import { settings } from '#start/env'

export function banner(database: string): string {
  const address = settings.appUrl ?? `http://${settings.host}:${settings.port}`
  const api = `${address}/api/rest/v4`
  return [
    '',
    `  Curia is ready: ${address}/`,
    '',
    '  Try it:',
    `    curl '${api}/courts/?jurisdiction=F&fields=id,full_name'`,
    `    curl '${api}/clusters/?citations__volume=347&citations__reporter=U.S.&citations__page=483&fields=case_name,date_filed,citations'`,
    `    curl '${api}/opinions-cited/?cited_opinion__cluster=1038&fields=citing_opinion,depth'`,
    '',
    `  In a browser:  ${api}/   and the reference at ${address}/docs/api/`,
    `  Data folder:   ${settings.dataDir}`,
    `  Database:      ${database}`,
    '  Ctrl-C stops the server.',
    '',
  ].join('\n')
}
