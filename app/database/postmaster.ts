/**
 * `postmaster.pid`, the file in which a running PostgreSQL notes itself.
 * After a crash it may be stale, and its process number may by then belong
 * to any other program.
 */
import { existsSync, readFileSync, rmSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Process number of the PostgreSQL that serves a cluster, or undefined when
 * none runs (no file, or a file left behind by a dead one).
 *
 * @param cluster absolute path of the database files
 */
export function livePostmaster(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 && servesCluster(pid, cluster) ? pid : undefined
}

/** Removes the file a dead PostgreSQL left behind. */
export function removePostmasterFile(cluster: string): void {
  if (!livePostmaster(cluster)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function servesCluster(pid: number, cluster: string): boolean {
  const command = commandLine(pid)
  return command !== undefined && command.includes('postgres') && command.includes(cluster)
}

function commandLine(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  try {
    if (existsSync('/proc/self/cmdline'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

/** Milliseconds between attempts to take the lock. */
const PAUSE = 25
const SQLITE_BUSY = 5

/**
 * Runs `work` while no other process runs its own under the same file.
 *
 * @param file made when it does not exist, and kept empty
 * @returns what `work` returns
 */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = await take(file)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

async function take(file: string): Promise<DatabaseSync> {
  for (;;) {
    const lock = new DatabaseSync(file, { timeout: 0 })
    try {
      // On disk, a journal would be begun, which a full disk has no room for.
      lock.exec('PRAGMA journal_mode = MEMORY')
      lock.exec('BEGIN EXCLUSIVE')
      return lock
    } catch (error) {
      lock.close()
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    }
    await sleep(PAUSE)
  }
}

/**
 * Asks what is left behind of a cluster to end. To be called while no server
 * runs on it (`livePostmaster`).
 *
 * @param cluster path of the database files
 * @returns numbers of the processes
 */
export function terminateOrphanedBackends(cluster: string): number[] {
  if (!existsSync('/proc/self/cwd')) return []
  const folder = realpathSync(cluster)
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isOrphan(pid, folder))
  // Each ends at once: its rows are safe, and no client waits for its statement.
  for (const pid of pids) quit(pid)
  return pids
}

/** PostgreSQL works in the folder of its files; a connection bears a title, and no server has one. */
function isOrphan(pid: number, folder: string): boolean {
  try {
    const workingIn = readlinkSync(`/proc/${pid}/cwd`)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]!
    if (workingIn === `${folder} (deleted)`) return command.includes('postgres')
    return workingIn === folder && command.startsWith('postgres: ')
  } catch {
    // It has ended, or belongs to another user.
    return false
  }
}

function quit(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT')
  } catch {
    // It has ended meanwhile.
  }
}
