/** A separate PostgreSQL server with a streaming replica, both of the bundled version. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresPrograms } from '#app/database/postgres_binaries'
import { databaseUser } from '#app/database/system_user'
import { freePort, makeTemporaryFolder } from './environment.js'
import { listChildProcesses, isAlive } from './server_process.js'
import { untilAnswering } from './answering_postgres.js'

const SETTINGS = ['fsync=off', 'listen_addresses=127.0.0.1', 'wal_level=replica']

const user = databaseUser()
const identity = user ? { uid: user.uid, gid: user.gid } : {}

export class PostgresServer {
  #child: ChildProcess | undefined

  private constructor(
    readonly folder: string,
    readonly port: number
  ) {}

  get data(): string {
    return join(this.folder, 'cluster')
  }

  get url(): string {
    return `postgres://curia@127.0.0.1:${this.port}/postgres`
  }

  /** An empty server that supports replicas. */
  static async primary(): Promise<PostgresServer> {
    const server = new PostgresServer(makeTemporaryFolder(), await freePort())
    mkdirSync(server.data)
    if (user) chownSync(server.data, user.uid, user.gid)
    const options = ['-U', 'curia', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
    const { initdb } = postgresPrograms(user)
    const made = spawnSync(initdb, ['-D', server.data, ...options], {
      ...identity,
      encoding: 'utf8',
      cwd: server.data,
    })
    if (made.status !== 0) throw new Error(made.stderr)
    await server.start()
    return server
  }

  /** A streaming replica of this server. */
  async replica(): Promise<PostgresServer> {
    const copy = new PostgresServer(makeTemporaryFolder(), await freePort())
    const client = new pg.Client(this.url)
    await client.connect()
    // Both in one connection, because the backup ends with it.
    await client.query(`SELECT pg_backup_start('replica', true)`)
    execFileSync('cp', ['-a', this.data, copy.data])
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()')
    await client.end()
    rmSync(join(copy.data, 'postmaster.pid'), { force: true })
    const files = {
      'backup_label': rows[0].labelfile as string,
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = 'host=127.0.0.1 port=${this.port} user=curia'\n`,
    }
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(copy.data, name), content)
      if (user) chownSync(join(copy.data, name), user.uid, user.gid)
    }
    await copy.start()
    return copy
  }

  async start(): Promise<void> {
    const { postgres } = postgresPrograms(user)
    const settings = SETTINGS.flatMap((setting) => ['-c', setting])
    this.#child = spawn(
      postgres,
      ['-D', this.data, '-p', String(this.port), '-k', this.data, ...settings],
      { ...identity, stdio: 'ignore', cwd: this.data }
    )
    await untilAnswering(this.url)
  }

  /**
   * @param signal SIGINT: clean shutdown, SIGQUIT: immediate, as after a crash; SIGKILL: children
   * exit on their own
   */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const children = signal === 'SIGKILL' ? listChildProcesses(child.pid!) : []
    child.kill(signal)
    await new Promise((resolve) => child.once('close', resolve))
    // PostgreSQL rejects a new server while they use the shared memory.
    while (children.some(isAlive)) await sleep(20)
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async query(sql: string): Promise<Record<string, any>[]> {
    const client = new pg.Client(this.url)
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
}
