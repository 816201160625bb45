/**
 * Processes of a PostgreSQL that is gone, which keep a new one from coming up:
 * connections that were busy when their server was killed hold on to its
 * memory, and a server whose files were deleted to its socket, until they
 * notice (`pre-existing shared memory block is still in use`, `lock file …
 * already exists`). Known where there is a `/proc`.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

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
