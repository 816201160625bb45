/**
 * Checks whether `build/` still matches the sources.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'ace.js',
  'adonisrc.ts',
  'app',
  'bin',
  'config',
  'database',
  'package.json',
  'package-lock.json',
  'plugins',
  'resources',
  'start',
  'tsconfig.json',
]

const STAMP = 'build/.stamp'
const LOCK = 'node_modules/.curia-build'
const LOCK_TIMEOUT = 120_000

/**
 * Reads the sources only if their times differ from those of the last comparison.
 *
 * @param {string} root folder of the clone
 */
export function buildIsFresh(root) {
  const stamp = join(root, STAMP)
  if (!existsSync(stamp)) return false
  const [contents, times] = readFileSync(stamp, 'utf8').split('\n')
  if (times === fingerprint(root, timesOf)) return true
  if (contents !== fingerprint(root, contentsOf)) return false
  try {
    markBuilt(root)
  } catch {
    // A read-only build is compared by contents at each start.
  }
  return true
}

/** @param {string} root folder of the clone */
export function markBuilt(root) {
  // Times first: a source that changes in between is built again.
  const times = fingerprint(root, timesOf)
  const contents = fingerprint(root, contentsOf)
  const draft = join(root, `${STAMP}.${process.pid}`)
  writeFileSync(draft, `${contents}\n${times}`)
  renameSync(draft, join(root, STAMP))
}

/**
 * Runs `work` while no other start of this clone is building.
 *
 * @template T
 * @param {string} root folder of the clone
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} its result
 */
export async function withBuildLock(root, work) {
  const lock = join(root, LOCK)
  const deadline = Date.now() + LOCK_TIMEOUT
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      break
    } catch (error) {
      // A build in a read-only folder can only be used unchanged.
      if (error.code !== 'EEXIST') return await work()
      if (!holderLives(lock) || Date.now() > deadline)
        rmSync(lock, { recursive: true, force: true })
      else await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** @param {string} lock */
function holderLives(lock) {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    if (pid) process.kill(pid, 0)
    return true
  } catch (error) {
    // No PID yet: the holder may still be writing it, unless the lock is old.
    if (error.code === 'ENOENT')
      return existsSync(lock) && Date.now() - statSync(lock).mtimeMs < 5000
    return error.code === 'EPERM'
  }
}

/** A checkout or a copy changes only times. */
const contentsOf = (path) => readFileSync(path)
/** Every change to a file changes these, even when the tool that made it restores the time. */
const timesOf = (_path, { mtimeMs, ctimeMs, ino }) => `${mtimeMs} ${ctimeMs} ${ino}\0`

/**
 * @param {string} root
 * @param {(path: string, stat: import('node:fs').Stats) => string | Buffer} describe
 */
function fingerprint(root, describe) {
  const hash = createHash('sha1')
  const visit = (path) => {
    const full = join(root, path)
    const stat = statSync(full, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) {
      for (const entry of readdirSync(full).sort()) if (entry !== 'tests') visit(join(path, entry))
    } else {
      hash.update(`${path}\0${stat.size}\0`).update(describe(full, stat))
    }
  }
  SOURCES.forEach(visit)
  return hash.digest('hex')
}
