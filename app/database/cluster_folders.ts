/** Folders of the embedded PostgreSQL. */
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHARED_ROOT } from './postgres_binaries.js'
import { canReach, type SystemUser } from './system_user.js'

/** Longest path of a Unix socket (sun_path), with room for the file name. */
const MAX_SOCKET_PATH_LENGTH = 103 - '/.s.PGSQL.5432.lock'.length

export class ClusterFolders {
  /** Contains all files of the cluster: database files, password, and log. */
  readonly home: string
  /** Database files. */
  readonly cluster: string
  /** Unix sockets. */
  readonly sockets: string
  readonly password: string
  readonly log: string

  /**
   * @param user that PostgreSQL runs as; undefined for the user of this process
   * @param notice receives messages for the operator
   */
  constructor(
    dataDir: string,
    private user: SystemUser | undefined,
    notice?: (line: string) => void
  ) {
    this.home = chooseHome(dataDir, user, notice)
    this.cluster = join(this.home, 'cluster')
    this.sockets = chooseSocketFolder(this.home)
    this.password = join(this.home, 'password')
    this.log = join(this.home, 'server.log')
  }

  /** Creates the folders, and deletes clusters that a crash left partially created. */
  prepare(): void {
    for (const folder of [this.home, this.sockets]) {
      mkdirSync(folder, { recursive: true })
      chmodSync(folder, 0o700)
      this.giveToDatabaseUser(folder)
    }
    for (const entry of readdirSync(this.home)) {
      const pid = /^cluster\.(\d+)$/.exec(entry)?.[1]
      if (pid && !isAlive(Number(pid)))
        rmSync(join(this.home, entry), { recursive: true, force: true })
    }
  }

  giveToDatabaseUser(path: string): void {
    if (this.user) chownSync(path, this.user.uid, this.user.gid)
  }
}

function chooseHome(
  dataDir: string,
  user: SystemUser | undefined,
  notice?: (line: string) => void
): string {
  if (!user || canReach(dataDir, user)) return join(dataDir, 'postgres')
  const shared = join(SHARED_ROOT, `cluster-${fingerprint(realpathSync(dataDir))}`)
  notice?.(
    `PostgreSQL runs as user "${user.name}", who cannot enter ${dataDir}; its files are in ${shared}`
  )
  return shared
}

function chooseSocketFolder(home: string): string {
  const folder = join(home, 'run')
  if (Buffer.byteLength(folder) <= MAX_SOCKET_PATH_LENGTH) return folder
  return join(tmpdir(), `curia-${fingerprint(home)}`)
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
