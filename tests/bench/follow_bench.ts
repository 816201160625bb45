/**
 * Measures the time from an import of many dockets until all of them are searchable
 * and matched against saved searches, and compares it with a rebuild of the same
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
  /** Tables that each index consumes, by index name. */
  follows: Record<string, string[]>
}

/** Consumers that must catch up: indexes and alerts. */
const ALERTS = 'alerts.searches'
/** Other consumers of the imported rows aren't measured. */
const SETTINGS = { SAMPLE_ARCHIVE: 'auto', DEMO: 'on', CITATIONS_LINKING: 'off' }
const LIST = '/api/rest/v4/courts/?fields=id,full_name'
/** Milliseconds before measuring starts. */
const IDLE = 10_000
/** Requests between two checks of the consumers, and milliseconds between requests, so that checks add little load. */
const SAMPLED = 50
const PAUSE = 20
/** Maximum. */
const TARGET = { ratio: 1.5, searched: 60, matched: 90, latency: 1.5, megabytes: 500 }

/** Prints the time and cost of catching up, and of a rebuild. */
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
      // Its last measurements are from before its end.
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
      [`${whole(dockets)} dockets imported`, '', 'max.'],
      [
        line('searchable after s', ratio(searched), whole(TARGET.searched)),
        line('matched after s', ratio(matched), whole(TARGET.matched)),
        line('rebuild s', ratio(seconds), ''),
        line('time, followed / rebuilt', ratio(searched / seconds), ratio(TARGET.ratio)),
        line('CPU s, catching up', ratio(followed.cpuSeconds), ''),
        line('CPU s, rebuild', ratio(rebuilt.cpuSeconds), ''),
        line(
          'CPU, catching up / rebuild',
          ratio(followed.cpuSeconds / rebuilt.cpuSeconds),
          ratio(TARGET.ratio)
        ),
        line('p50 of a list, idle ms', milliseconds(idle), ''),
        line('p50 of a list, catching up ms', milliseconds(loaded), ''),
        line('p50, catching up / idle', ratio(loaded / idle), ratio(TARGET.latency)),
        line('max. resident MB', whole(resident), whole(TARGET.megabytes)),
      ]
    )
  } finally {
    await client.end()
    await server.stop()
  }
}

/** Generates files of an archive, unless they exist. */
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

/** Reports when consumers have handled everything committed at a time. */
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

  /** Seconds until all indexes were up to date. */
  get searched(): number {
    return Math.max(
      ...[...this.#ended].flatMap(([name, after]) => (name === ALERTS ? [] : [after]))
    )
  }

  /** Seconds until alerts were matched against all changes. */
  get matched(): number {
    return this.#ended.get(ALERTS)!
  }

  /** @returns whether a consumer has pending changes */
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
