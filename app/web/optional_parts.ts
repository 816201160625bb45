/**
 * Optional features of the server, and whether they are set up.
 */
import type { OptionalPart } from './contributions.js'

const RUNNING = '/docs/running/'

/** Optional features of the server itself. */
export const OWN_PARTS: OptionalPart[] = [
  {
    name: 'Email over SMTP',
    adds: 'Sends emails; without it, emails are saved as files in the data folder',
    setting: 'SMTP_URL',
    page: RUNNING,
  },
  {
    name: 'External PostgreSQL server',
    adds: 'Stores the archive outside the data folder',
    setting: 'DATABASE_URL',
    page: RUNNING,
  },
  {
    name: 'Read replicas',
    adds: 'Reads lists and records from replicas of the database',
    setting: 'DATABASE_READ_URLS',
    page: RUNNING,
  },
  {
    name: 'Redis',
    adds: 'Counts rate limits across servers on several machines',
    setting: 'REDIS_URL',
    page: RUNNING,
  },
  {
    name: 'Object storage (S3)',
    adds: 'Serves files from a bucket and, optionally, stores new files there',
    setting: 'S3_BUCKET',
    page: RUNNING,
  },
  {
    name: 'Traces (OpenTelemetry)',
    adds: 'Sends traces of requests and jobs to a collector',
    setting: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    page: RUNNING,
  },
  {
    name: 'Two-factor sign-in for staff',
    adds: 'Requires a second factor from accounts with console permissions',
    setting: 'STAFF_SECOND_FACTOR=on',
    page: '/docs/accounts/',
  },
]

/**
 * Optional features as a Markdown table.
 *
 * @param settings values of settings by name
 */
export function optionalTable(
  parts: readonly OptionalPart[],
  settings: Record<string, string | undefined>
): string {
  const rows = parts.map((part) => {
    const state = isSetUp(part.setting, settings) ? 'set up' : 'not set up'
    return `| [${part.name}](${part.page}) | ${part.adds} | \`${part.setting}\` | ${state} |`
  })
  return [
    '| Feature | Description | Setting | This server |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function isSetUp(setting: string, settings: Record<string, string | undefined>): boolean {
  const [name, wanted] = setting.split('=') as [string, string?]
  const value = settings[name]
  return wanted === undefined ? Boolean(value) : value === wanted
}
