/**
 * The data folder a first start leaves, for tests of what comes after it: the
 * sample archive in its database, searchable. It takes seconds to make, and
 * less than one to copy: the processes of a run share it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { whileLocked } from '#app/database/postmaster'
import { makeTemporaryFolder } from './environment.js'
import { ServerProcess } from './server_process.js'

const SEARCHED = ['o', 'r', 'p', 'oa'].map((type) => `/api/rest/v4/search/?type=${type}`)

const made = new Map<string, Promise<string>>()

/** Copies it into a folder that is there. No server has it; no account is in it. */
export function copyMadeFolder(folder: string): Promise<void> {
  return copyOf('made', { DEMO: 'off' }, folder)
}

/** The same without the sample archive. */
export function copyEmptyFolder(folder: string): Promise<void> {
  return copyOf('made-empty', { DEMO: 'off', SAMPLE_ARCHIVE: 'off' }, folder)
}

async function copyOf(name: string, settings: NodeJS.ProcessEnv, folder: string): Promise<void> {
  if (!made.has(name)) made.set(name, makeFolder(name, settings))
  // With their owners: the files of the database belong to its user.
  execFileSync('cp', ['-a', `${await made.get(name)!}/.`, folder])
}

/** Waits until a server answers searches of every type. */
export async function untilSearchable(server: string, headers = {}): Promise<void> {
  for (const path of SEARCHED) {
    while ((await fetch(`${server}${path}`, { headers })).status !== 200) await sleep(100)
  }
}

async function makeFolder(name: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const records = process.env.CURIA_TEST_RECORDS!
  const shared = join(records, name)
  mkdirSync(records, { recursive: true })
  await whileLocked(join(records, `${name}.lock`), async () => {
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
