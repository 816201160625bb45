/**
 * The data folder: the database, the key, and other persistent data.
 */
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartupError } from '#app/support/startup_error'
import { MIN_KEY_LENGTH } from './rules.js'

/**
 * Creates the data folder if it doesn't exist.
 *
 * @param path absolute, or relative to the working directory
 * @returns its absolute path
 * @throws StartupError if it can't be created or written to
 */
export function ensureDataDir(path: string): string {
  const folder = resolve(process.env.ENV_PATH || process.cwd(), path)
  try {
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.X_OK)
    rmdirSync(mkdtempSync(join(folder, '.probe-')))
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new StartupError(
      `cannot write to the data folder ${folder} (${reason}). Set DATA_DIR to a writable folder.`
    )
  }
  return folder
}

/**
 * Creates parents one by one: Node's recursive option never returns if the system refuses
 * folders (`/proc`).
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * The key for signing and encryption, created by the first start in the data folder and
 * readable by its owner only.
 *
 * @param dataDir absolute path of the data folder
 */
export function ensureAppKey(dataDir: string): string {
  const file = join(dataDir, 'app.key')
  if (existsSync(file)) {
    const key = readFileSync(file, 'utf8').trim()
    if (key.length >= MIN_KEY_LENGTH) return key
  }
  const key = randomBytes(32).toString('base64url')
  writeSecret(file, `${key}\n`)
  return key
}

/** Writes a file atomically, readable by its owner only. */
export function writeSecret(file: string, content: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}
