/**
 * `postmaster.pid`, the file in which a running PostgreSQL records itself.
 * After a crash it may be stale, and its process ID may then belong
 * to any other program.
 */
import { existsSync, readFileSync, rmSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Process ID of the PostgreSQL that serves a cluster, or undefined if none is
 * running (no file, or a stale file).
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

/** Removes the file of a dead PostgreSQL. */
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

/** Milliseconds between attempts to acquire the lock. */
const PAUSE = 25
const SQLITE_BUSY = 5

/**
 * Runs `work` under a lock file, one process at a time.
 *
 * @param file created if missing, and kept empty
 * @returns the result of `work`
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
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
      // A journal on disk would fail on a full disk.
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
 * Terminates leftover processes of a cluster. Call it while no server is
 * running on it (`livePostmaster`).
 *
 * @param cluster path of the database files
 * @returns process IDs
 */
export function terminateOrphanedBackends(cluster: string): number[] {
  if (!existsSync('/proc/self/cwd')) return []
  const folder = realpathSync(cluster)
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isOrphan(pid, folder))
  // Each ends immediately: its rows are safe, and no client waits for its statement.
  for (const pid of pids) quit(pid)
  return pids
}

/** PostgreSQL's working directory is its data folder; connection processes have a title, server processes don't. */
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
    // It has ended in the meantime.
  }
}
