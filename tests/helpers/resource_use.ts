/**
 * Resource usage of a server over time, measured externally: its processes and
 * those of its database, including ended ones. Linux only.
 */
import { existsSync, readdirSync, watch } from 'node:fs'
import pg from 'pg'
import { usedBy, withDescendants } from './process_use.js'

/** Milliseconds between scans for new threads. Threads with a shorter life may be missed. */
const LOOK_EVERY = 20

export interface ResourceUse {
  seconds: number
  /** CPU time. */
  cpuSeconds: number
  /** By the database, from its statistics, and by the given processes, from the kernel. */
  bytesWritten: number
  /** Of all databases of the cluster except the one used for measuring. */
  commits: number
  /** To the database. */
  connections: number
  /** Of the given processes, without those of the database. */
  threads: number
  /** Names of files in the given folder, one for each creation, write, or removal. */
  fileEvents: string[]
}

export interface ResourceSubject {
  /** Processes of the server. */
  pids: number[]
  postmaster: number
  connection: pg.ClientConfig
  /** Watched for file writes. */
  folder: string
}

/** Measures until the promise resolves. */
export async function resourceUse(
  { pids, postmaster, connection, folder }: ResourceSubject,
  until: () => Promise<unknown>
): Promise<ResourceUse> {
  // Commits of the measuring connection count for another database.
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  const fileEvents: string[] = []
  const watcher = watch(folder, (_, file) => void fileEvents.push(String(file)))
  const threads = new ThreadCount(pids)
  try {
    const use = async () => {
      const all = withDescendants([...pids, postmaster])
      const own = all.difference(withDescendants([postmaster]))
      const database = await databaseUse(client)
      return {
        ...database,
        cpuSeconds: usedBy(all).cpuSeconds,
        bytesWritten: usedBy(own).bytesWritten + database.bytesWritten,
      }
    }
    const before = await use()
    const started = performance.now()
    await until()
    const seconds = (performance.now() - started) / 1000
    const after = await use()
    return {
      seconds,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      bytesWritten: after.bytesWritten - before.bytesWritten,
      commits: after.commits - before.commits,
      connections: after.connections - before.connections,
      threads: threads.end(),
      fileEvents,
    }
  } finally {
    threads.end()
    watcher.close()
    await client.end()
  }
}

/** Runs the work that PostgreSQL's autovacuum would do later for earlier writes. */
export async function finishUpkeep(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
}

/** Counts started threads. */
class ThreadCount {
  readonly #known = new Set<string>()
  readonly #atFirst: number
  readonly #timer: NodeJS.Timeout

  constructor(readonly pids: number[]) {
    this.#look()
    this.#atFirst = this.#known.size
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY)
  }

  /** @returns the number of threads */
  end(): number {
    clearInterval(this.#timer)
    return this.#known.size - this.#atFirst
  }

  #look(): void {
    for (const pid of this.pids) {
      if (!existsSync(`/proc/${pid}/task`)) continue
      for (const thread of readdirSync(`/proc/${pid}/task`)) this.#known.add(thread)
    }
  }
}

/**
 * Database statistics. The kernel counts a megabyte per written log page on file
 * systems with units of that size. Log segments are preallocated for very many
 * commits.
 */
async function databaseUse(
  client: pg.Client
): Promise<{ commits: number; connections: number; bytesWritten: number }> {
  const { rows } = await client.query(
    `SELECT sum(xact_commit)::int AS commits, sum(sessions)::int AS connections,
       (SELECT sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0))::float8
        FROM pg_stat_io WHERE context <> 'init') AS "bytesWritten"
     FROM pg_stat_database WHERE datname <> current_database()`
  )
  return rows[0]
}
