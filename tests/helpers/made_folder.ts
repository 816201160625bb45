/**
 * Data folder after a first start, for tests of later steps: a database with the searchable
 * sample archive. Creating it takes seconds and copying it takes less than one, so the
 * processes of a run share it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { withFileLock } from '#app/database/postmaster'
import { makeTemporaryFolder } from './environment.js'
import { ServerProcess } from './server_process.js'

const SEARCHED = ['o', 'r', 'p', 'oa'].map((type) => `/api/rest/v4/search/?type=${type}`)

const made = new Map<string, Promise<string>>()

/** Copies it into an existing folder. No server uses the copy, and it has no accounts. */
export function copyMadeFolder(folder: string): Promise<void> {
  return copyOf('made', { DEMO: 'off' }, folder)
}

/** The same without the sample archive. */
export function copyEmptyFolder(folder: string): Promise<void> {
  return copyOf('made-empty', { DEMO: 'off', SAMPLE_ARCHIVE: 'off' }, folder)
}

async function copyOf(name: string, settings: NodeJS.ProcessEnv, folder: string): Promise<void> {
  if (!made.has(name)) made.set(name, makeFolder(name, settings))
  // Keeps file owners, because the database files belong to the database's user.
  execFileSync('cp', ['-a', `${await made.get(name)!}/.`, folder])
}

/** Starts a server with a copy of the sample archive, and connects to its database. */
export async function startWithSample(
  cleanup: (handler: () => Promise<void>) => void,
  settings: NodeJS.ProcessEnv = {}
): Promise<{ server: ServerProcess; client: pg.Client }> {
  const folder = makeTemporaryFolder()
  const data = join(folder, 'data')
  mkdirSync(data)
  await copyMadeFolder(data)
  const server = await ServerProcess.start({ DATA_DIR: data, ...settings })
  const client = new pg.Client(new EmbeddedCluster({ dataDir: data }).connection())
  await client.connect()
  cleanup(async () => {
    await client.end()
    await server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })
  return { server, client }
}

/** Waits until a server responds to searches of every type. */
export async function untilSearchable(server: string, headers = {}): Promise<void> {
  for (const path of SEARCHED) {
    while ((await fetch(`${server}${path}`, { headers })).status !== 200) await sleep(100)
  }
}

async function makeFolder(name: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const records = process.env.CURIA_TEST_RECORDS!
  const shared = join(records, name)
  mkdirSync(records, { recursive: true })
  await withFileLock(join(records, `${name}.lock`), async () => {
    if (existsSync(shared)) return
    const folder = makeTemporaryFolder()
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const server = await ServerProcess.start({ DATA_DIR: folder, ...settings })
    await untilSearchable(server.url(''))
    const { code, output } = await server.kill('SIGTERM')
    if (code !== 0) throw new Error(output)
    renameSync(folder, shared)
  })
  return shared
}
