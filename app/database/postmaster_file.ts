/**
 * `postmaster.pid`, the file in which a running PostgreSQL notes itself.
 * After a crash it may be stale, and its process number may by then belong
 * to any other program.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'

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
