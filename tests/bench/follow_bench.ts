/**
 * From an import of many dockets to the first moment at which all of them are
 * searched and compared with the saved searches, against a rebuild of the same
 * indexes in the same run.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { livePostmaster } from '#app/database/postmaster'
import { resourceUse } from '#tests/helpers/resource_use'
import { ace } from '#tests/helpers/server_process'
import { searchable } from './idle_bench.js'
import { paced } from './load.js'
import { residentMegabytes, runAce, startCuria } from './processes.js'
import { milliseconds, printTable, quantile, ratio, whole } from './table.js'

export interface FollowBench {
  folder: string
  /** Imported into a server with the sample archive and the alerts of its demo account. */
  dockets: number
  /** Tables each index follows, by its name. */
  follows: Record<string, string[]>
}

/** Consumers that have to catch up: those of indexes, and alerts. */
const ALERTS = 'alerts.searches'
/** Work that other parts of the server do with what was imported is not measured. */
const SETTINGS = { SAMPLE_ARCHIVE: 'auto', DEMO: 'on', CITATIONS_LINKING: 'off' }
const LIST = '/api/rest/v4/courts/?fields=id,full_name'
/** Milliseconds before anything is measured. */
const IDLE = 10_000
/** Requests between two looks at the consumers, and milliseconds between requests: their work must not be that of the server. */
const SAMPLED = 50
const PAUSE = 20
/** At most. */
const TARGET = { ratio: 1.5, searched: 60, matched: 90, latency: 1.5, megabytes: 500 }

/** Prints what catching up took, and the same of a rebuild. */
export async function benchFollow({ folder, dockets, follows }: FollowBench): Promise<void> {
  const dataDir = join(folder, 'followed')
  rmSync(dataDir, { recursive: true, force: true })
  const files = generated(folder, dockets)
  const server = await startCuria(dataDir, SETTINGS)
  const cluster = new EmbeddedCluster({ dataDir })
  const client = new pg.Client(cluster.connection())
  await client.connect()
  try {
    await searchable(server)
    await sleep(IDLE)
    const list = `http://127.0.0.1:${server.port}${LIST}`
    const listed = () => paced({ url: list, requests: SAMPLED, pause: PAUSE })
    await listed()
    const idle = quantile(await listed(), 0.5)
    runAce(dataDir, 'bulk:import', ...files)
    const waiting = new Waiting(client, follows, await snapshotOf(client))

    const subject = {
      pids: [server.pid],
      postmaster: livePostmaster(cluster.folder)!,
      connection: cluster.connection(),
      folder: join(dataDir, 'search'),
    }
    const latencies = [idle]
    let resident = 0
    const followed = await resourceUse(subject, async () => {
      while (await waiting.look()) {
        latencies.push(...(await listed()))
        resident = Math.max(resident, residentMegabytes(server.pid))
      }
    })
    const started = performance.now()
    const rebuild = ace(['search:rebuild'], { DATA_DIR: dataDir })
    const pids = [server.pid, rebuild.process.pid!]
    const rebuilt = await resourceUse({ ...subject, pids }, async () => {
      // Its last figures are those before it ends.
      await rebuild.until('Records')
    })
    const { code, output } = await rebuild.ended
    if (code !== 0) throw new Error(output)
    const seconds = (performance.now() - started) / 1000
    const loaded = quantile(
      latencies.toSorted((one, other) => one - other),
      0.5
    )

    const { searched, matched } = waiting
    const line = (name: string, value: string, most: string) => [name, value, most]
    printTable(
      [`${whole(dockets)} dockets imported`, '', 'at most'],
      [
        line('searched after s', ratio(searched), whole(TARGET.searched)),
        line('matched after s', ratio(matched), whole(TARGET.matched)),
        line('rebuild s', ratio(seconds), ''),
        line('time, followed / rebuilt', ratio(searched / seconds), ratio(TARGET.ratio)),
        line('CPU s, followed', ratio(followed.cpuSeconds), ''),
        line('CPU s, rebuilt', ratio(rebuilt.cpuSeconds), ''),
        line(
          'CPU, followed / rebuilt',
          ratio(followed.cpuSeconds / rebuilt.cpuSeconds),
          ratio(TARGET.ratio)
        ),
        line('p50 of a list, idle ms', milliseconds(idle), ''),
        line('p50 of a list, meanwhile ms', milliseconds(loaded), ''),
        line('p50, meanwhile / idle', ratio(loaded / idle), ratio(TARGET.latency)),
        line('resident MB at most', whole(resident), whole(TARGET.megabytes)),
      ]
    )
  } finally {
    await client.end()
    await server.stop()
  }
}

/** Files of an archive, made unless they are there. */
function generated(folder: string, dockets: number): string[] {
  const archive = join(folder, `followed-${dockets}`)
  mkdirSync(archive, { recursive: true })
  if (!readdirSync(archive).length)
    runAce(join(folder, 'unused'), 'bulk:generate', '--dockets', `${dockets}`, '--out', archive)
  return readdirSync(archive).map((name) => join(archive, name))
}

async function snapshotOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query('SELECT pg_current_snapshot()::text AS snapshot')
  return rows[0].snapshot
}

/** Says when consumers have handled what was committed at a time. */
class Waiting {
  readonly #started = performance.now()
  readonly #ended = new Map<string, number>()
  readonly #consumers: [name: string, tables: string[] | null][]

  constructor(
    readonly client: pg.Client,
    follows: Record<string, string[]>,
    readonly snapshot: string
  ) {
    this.#consumers = [
      ...Object.entries(follows).map(([index, tables]): [string, string[]] => [
        `search.${index}`,
        tables,
      ]),
      [ALERTS, null],
    ]
  }

  /** Seconds until all indexes had everything. */
  get searched(): number {
    return Math.max(
      ...[...this.#ended].flatMap(([name, after]) => (name === ALERTS ? [] : [after]))
    )
  }

  /** Seconds until alerts had been compared with everything. */
  get matched(): number {
    return this.#ended.get(ALERTS)!
  }

  /** @returns whether a consumer has yet to handle something */
  async look(): Promise<boolean> {
    for (const [name, tables] of this.#consumers) {
      if (this.#ended.has(name)) continue
      const { rowCount } = await this.client.query(
        `SELECT FROM change_cursors p, content_changes c
         WHERE p.name = $1 AND c.xid >= pg_snapshot_xmin(p.passed)
           AND NOT pg_visible_in_snapshot(c.xid, p.passed) AND pg_visible_in_snapshot(c.xid, $2::pg_snapshot)
           AND ($3::text[] IS NULL OR c.table_name = ANY ($3)) LIMIT 1`,
        [name, this.snapshot, tables]
      )
      if (!rowCount) this.#ended.set(name, (performance.now() - this.#started) / 1000)
    }
    return this.#ended.size < this.#consumers.length
  }
}
