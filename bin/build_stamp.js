/**
 * Checks whether `build/` still matches the sources.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
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

/** @param {string} root folder of the clone */
export function buildIsFresh(root) {
  const stamp = join(root, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root)
}

/** @param {string} root folder of the clone */
export function markBuilt(root) {
  writeFileSync(join(root, STAMP), fingerprint(root))
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

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash('sha1')
  // Compares contents, because a checkout or a copy changes only times.
  const visit = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    const stat = statSync(full)
    if (stat.isDirectory()) {
      for (const entry of readdirSync(full).sort()) if (entry !== 'tests') visit(join(path, entry))
    } else {
      hash.update(`${path}\0${stat.size}\0`).update(readFileSync(full))
    }
  }
  SOURCES.forEach(visit)
  return hash.digest('hex')
}
