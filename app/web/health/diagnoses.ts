/**
 * Checks of `node ace doctor`: those of a running server, and reasons why a server might not start.
 * Each finding that needs action has a remedy.
 */
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Result } from '@adonisjs/core/health'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { OpenDatabase } from '#app/database/connection'
import type { Monitoring } from '../monitoring.js'
import { DiskCheck, JobsCheck, LocalIdsCheck, MigrationsCheck, SearchCheck } from './checks.js'

export interface Finding {
  name: string
  status: 'ok' | 'warning' | 'error'
  message: string
  /** What to do; undefined if no action is needed. */
  mend?: string
}

export interface DoctorSettings {
  dataDir: string
  host: string
  port: number
  appUrl: string | null
  smtpUrl: string | null
  localIdsFrom: number | null
}

/** Services that are opened by the checks: a service that can't be opened is a finding. */
export interface DiagnosedServices {
  app: ApplicationService
  database: () => Promise<Database>
  openDatabase: () => Promise<OpenDatabase>
  monitoring: () => Promise<Monitoring>
  /** Tables of records. */
  tables: () => Promise<string[]>
}

type Check = [name: string, run: () => Promise<Pick<Result, 'status' | 'message'>>, mend: string]

const OLDEST_NODE = 24
/** Maximum clock difference in milliseconds. */
const MAX_DRIFT = 2_000
const PROBE_TIMEOUT = 2_000

/** Runs the checks one after the other; an error in a check is reported as its finding. */
export async function* diagnose(
  services: DiagnosedServices,
  settings: DoctorSettings
): AsyncGenerator<Finding> {
  for (const [name, run, mend] of checks(services, settings)) {
    const { status, message } = await run().catch((error: Error) =>
      Result.failed(error.message.replaceAll(/\s+/g, ' '))
    )
    yield { name, status, message, ...(status === 'ok' ? {} : { mend }) }
  }
}

function checks(services: DiagnosedServices, settings: DoctorSettings): Check[] {
  const { app, database, monitoring, tables } = services
  const { dataDir, host, port, localIdsFrom } = settings
  return [
    [
      'settings',
      async () => checkUrl(settings),
      'Set APP_URL to the public URL of the server, and SMTP_URL to a mail server.',
    ],
    [
      'node',
      async () => checkNode(process.versions.node),
      `Install Node ${OLDEST_NODE}, or run "npm ci" with optional packages.`,
    ],
    [
      'database',
      () => readVersion(services),
      'See server.log in the database folder, or check DATABASE_URL.',
    ],
    [
      'clock',
      () => checkClock(services),
      'Synchronize the clocks of this machine and the database server (NTP).',
    ],
    [
      'migrations',
      async () => new MigrationsCheck(app, await database()).run(),
      'Start the server to run them. If they are from another version, install that version.',
    ],
    [
      'search',
      async () => new SearchCheck(await monitoring()).run(),
      'Start the server to build them, or run "node ace search:rebuild".',
    ],
    [
      'jobs',
      async () => new JobsCheck(await database()).run(),
      'Start a worker with "npm run worker", and check /admin/jobs/.',
    ],
    [
      'local IDs',
      async () => new LocalIdsCheck(await database(), await tables(), localIdsFrom).run(),
      'See "Primary keys" in /docs/bulk-data/.',
    ],
    ['disk', () => new DiskCheck(dataDir).run(), `Free up space on the disk of ${dataDir}.`],
    [
      'key',
      async () => checkKey(join(dataDir, 'app.key')),
      `Run "chmod 600 ${join(dataDir, 'app.key')}".`,
    ],
    ['port', () => checkPort(host, port), 'Stop the other program, or set PORT to a free port.'],
  ]
}

function checkUrl({ appUrl, smtpUrl }: DoctorSettings): Result {
  const missing = [...(appUrl ? [] : ['APP_URL']), ...(smtpUrl ? [] : ['SMTP_URL'])]
  if (!missing.length) return Result.ok('All settings are valid')
  return Result.warning(
    `Valid, but ${missing.join(' and ')} not set: links use the requested host, and emails are saved as files`
  )
}

/** @param version such as `24.1.0` */
export function checkNode(version: string): Result {
  return Number(version.split('.')[0]) >= OLDEST_NODE
    ? Result.ok(`Node ${version}`)
    : Result.failed(`Node ${version} is too old`)
}

async function readVersion({ database, openDatabase }: DiagnosedServices): Promise<Result> {
  const { embedded } = await openDatabase()
  const { rows } = await (
    await database()
  ).rawQuery<{ rows: { version: string }[] }>(`SELECT current_setting('server_version') AS version`)
  return Result.ok(`PostgreSQL ${rows[0]!.version}, ${embedded ? 'private' : 'from DATABASE_URL'}`)
}

async function checkClock({ database: open }: DiagnosedServices): Promise<Result> {
  const database = await open()
  const before = Date.now()
  const { rows } = await database.rawQuery<{ rows: { now: number }[] }>(
    `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`
  )
  const drift = Math.abs(rows[0]!.now - (before + Date.now()) / 2)
  const message = `The clocks of this machine and the database differ by ${Math.round(drift)} ms`
  return drift > MAX_DRIFT ? Result.failed(message) : Result.ok(message)
}

/** @param file with the key; it doesn't exist if APP_KEY is set */
export function checkKey(file: string): Result {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return Result.ok('The key is set in APP_KEY')
  return found.mode & 0o077
    ? Result.failed('Users other than the owner can read the key')
    : Result.ok('Only the owner can read the key')
}

/** Whether the port is free or used by this server. */
export async function checkPort(host: string, port: number): Promise<Result> {
  const code = await new Promise<string | undefined>((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
  if (code === undefined) return Result.ok(`Port ${port} on ${host} is free`)
  if (code !== 'EADDRINUSE')
    return Result.failed(`Cannot listen on port ${port} of ${host} (${code})`)
  const address = host.includes(':') ? `[${host}]` : host
  const isOurs = await fetch(`http://${address}:${port}/health/live`, {
    signal: AbortSignal.timeout(PROBE_TIMEOUT),
  }).then(
    async (response) => response.ok && (await response.text()) === '{"status":"ok"}',
    () => false
  )
  return isOurs
    ? Result.ok(`A Curia server is running on port ${port} of ${host}`)
    : Result.failed(`Port ${port} on ${host} is used by another program`)
}
