/**
 * Folder for the databases and files of a test run: in memory if there is enough space. Tests
 * create and drop hundreds of databases, which is twice as slow on disk.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** On Linux, this is an in-memory file system; containers often give it only 64 MB. */
const IN_MEMORY = '/dev/shm'
const PREFIX = 'curia-tests-'
/** Maximum number of bytes of a run, including a reserve for its processes. */
const FILES = 4 * 2 ** 30
const PROCESSES = 4 * 2 ** 30

/**
 * Creates the folder of a run, which is removed when its process ends, and removes the folders
 * of killed runs.
 *
 * @returns its path; all users can access it, because the system user of a database must
 */
export function makeTestFolder() {
  const parent = hasRoom() ? IN_MEMORY : tmpdir()
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid && !isRunning(Number(pid))) removeLeft(join(parent, name))
  }
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder that can't be removed, such as a mount point, doesn't prevent a run. */
function removeLeft(folder) {
  try {
    rmSync(folder, { recursive: true })
  } catch (error) {
    console.error(`${folder} of an earlier run cannot be removed: ${error.message}`)
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** A configured folder takes precedence. */
function hasRoom() {
  if (process.env.TMPDIR || !existsSync(IN_MEMORY)) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= FILES && freemem() >= FILES + PROCESSES
}
