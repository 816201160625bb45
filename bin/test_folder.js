/**
 * Where a run of tests keeps its databases and files: in memory where there
 * is room. Tests make and drop databases by the hundred, and a file system on
 * a disk takes twice the time for it.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux has a file system in memory here; containers often give it 64 MB. */
const IN_MEMORY = '/dev/shm'
const PREFIX = 'curia-tests-'
/** Bytes that a run may take at most, with some to spare for its processes. */
const FILES = 4 * 2 ** 30
const PROCESSES = 4 * 2 ** 30

/**
 * Creates the folder of a run, which is removed when its process ends, and removes
 * folders of killed runs.
 *
 * @returns its path; anyone may enter it, since the system user of a database must
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

/** A folder that cannot be removed, such as one with a mount, does not prevent tests. */
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

/** A configured folder is used. */
function hasRoom() {
  if (process.env.TMPDIR || !existsSync(IN_MEMORY)) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= FILES && freemem() >= FILES + PROCESSES
}
