/**
 * PostgreSQL refuses to run as root. A server started by root runs its
 * private cluster as a system user instead.
 */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '#app/support/startup_error'

export interface SystemUser {
  name: string
  uid: number
  gid: number
}

const OWN_USER = 'curia'
const CANDIDATES = [OWN_USER, 'postgres']

/**
 * The user that runs PostgreSQL; undefined for the current user.
 * Root gets the system user `curia` or `postgres`, whichever exists, or a
 * new `curia`.
 *
 * @throws StartupError if root has no such user and cannot create one
 */
export function databaseUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  return findUser(CANDIDATES) ?? createUser()
}

function findUser(names: string[]): SystemUser | undefined {
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of names) {
    const entry = entries.find(([login]) => login === name)
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  return undefined
}

function createUser(): SystemUser {
  try {
    execFileSync(
      'useradd',
      ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_USER],
      {
        stdio: 'pipe',
      }
    )
  } catch (error) {
    // Two servers may try at the same moment; the second finds the user created by the first.
    const made = findUser([OWN_USER])
    if (made) return made
    throw new StartupError(
      `PostgreSQL does not run as root, and the system user "${OWN_USER}" could not be created ` +
        `(${(error as Error).message.split('\n')[0]}). Start Curia as another user, or set DATABASE_URL.`
    )
  }
  return findUser([OWN_USER])!
}

/**
 * Whether a user can enter every folder of a path and read the
 * path itself.
 *
 * @param path absolute path of an existing file or folder
 * @param user undefined: the current user
 */
export function canReach(path: string, user: SystemUser | undefined): boolean {
  if (!user) {
    try {
      accessSync(path, constants.R_OK)
      return true
    } catch {
      return false
    }
  }
  for (let current = path; ; current = dirname(current)) {
    if (!mayRead(current, user)) return false
    if (dirname(current) === current) return true
  }
}

function mayRead(path: string, user: SystemUser): boolean {
  const { mode, uid, gid } = statSync(path)
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR
  const wanted = isFolder ? 0o1 : 0o5
  return ((mode >> shift) & wanted) === wanted
}
