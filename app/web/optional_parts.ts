/**
 * What a server can do beyond its default, and whether this one is set up for it.
 */
import type { OptionalPart } from './contributions.js'

const RUNNING = '/docs/running/'

/** Parts of the server itself. */
export const OWN_PARTS: OptionalPart[] = [
  {
    name: 'Email over SMTP',
    adds: 'sends emails; without it they are files in the data folder',
    setting: 'SMTP_URL',
    page: RUNNING,
  },
  {
    name: 'A PostgreSQL server of your own',
    adds: 'keeps the archive outside of the data folder',
    setting: 'DATABASE_URL',
    page: RUNNING,
  },
  {
    name: 'Read replicas',
    adds: 'reads lists and records from copies of the database',
    setting: 'DATABASE_READ_URLS',
    page: RUNNING,
  },
  {
    name: 'Redis',
    adds: 'counts the limits of servers on several machines',
    setting: 'REDIS_URL',
    page: RUNNING,
  },
  {
    name: 'Object storage (S3)',
    adds: 'serves files of a bucket, and keeps new ones there if asked',
    setting: 'S3_BUCKET',
    page: RUNNING,
  },
  {
    name: 'Traces (OpenTelemetry)',
    adds: 'sends traces of requests and jobs to a collector',
    setting: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    page: RUNNING,
  },
  {
    name: 'Two-factor sign-in for staff',
    adds: 'asks accounts with rights of the console for a second factor',
    setting: 'STAFF_SECOND_FACTOR=on',
    page: '/docs/accounts/',
  },
]

/**
 * Optional parts as a table in Markdown.
 *
 * @param settings values of settings by name, as the process has them
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
    '| Part | What it adds | Setting | This server |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function isSetUp(setting: string, settings: Record<string, string | undefined>): boolean {
  const [name, wanted] = setting.split('=') as [string, string?]
  const value = settings[name]
  return wanted === undefined ? Boolean(value) : value === wanted
}
