/** Resource usage of an idle server, compared with its limits. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { livePostmaster } from '#app/database/postmaster'
import { finishUpkeep, resourceUse, type ResourceUse } from '#tests/helpers/resource_use'
import { residentMegabytes, startCuria, startWorker, type Running } from './processes.js'
import { printTable, ratio, whole } from './table.js'

/**
 * Milliseconds between the first results of all searches and the measurement, for
 * work left by the start.
 */
const SETTLED = 90_000
const SEARCHES = ['o', 'r', 'p', 'oa'].map((type) => `/api/rest/v4/search/?type=${type}`)

/** Limits: share of one core, megabytes in five minutes, commits per second. */
const TARGET = { core: 0.005, megabytes: 1, commits: 1 }
const FIVE_MINUTES = 300

export interface IdleBench {
  /** Archives by label, with their data folders. */
  archives: Record<string, { dataDir: string; settings: NodeJS.ProcessEnv }>
  seconds: number
}

/** Prints one row for each archive and process layout. */
export async function benchIdle({ archives, seconds }: IdleBench): Promise<void> {
  const rows: string[][] = []
  for (const [archive, { dataDir, settings }] of Object.entries(archives)) {
    const ways: Record<string, () => Promise<Running[]>> = {
      'one process': async () => [await startCuria(dataDir, settings)],
      'web and worker': async () => {
        const web = await startCuria(dataDir, { ...settings, JOBS: 'off' })
        return [web, await startWorker(dataDir, web, settings)]
      },
    }
    for (const [way, start] of Object.entries(ways)) {
      const running = await start()
      await searchable(running[0]!)
      const cluster = new EmbeddedCluster({ dataDir })
      await finishUpkeep(cluster.connection())
      await sleep(SETTLED)
      const use = await resourceUse(
        {
          pids: running.map(({ pid }) => pid),
          postmaster: livePostmaster(cluster.folder)!,
          connection: cluster.connection(),
          folder: join(dataDir, 'search'),
        },
        () => sleep(seconds * 1000)
      )
      const resident = running.reduce((sum, { pid }) => sum + residentMegabytes(pid), 0)
      rows.push(rowOf(`${archive}, ${way}`, use, resident))
      for (const process of running.toReversed()) await process.stop()
    }
  }
  const { core, megabytes, commits } = TARGET
  rows.push([
    'max.',
    ratio(core * seconds),
    percent(core),
    ratio((megabytes * seconds) / FIVE_MINUTES),
    ratio(commits),
    ...['', '0', '0', ''],
  ])
  printTable(
    [
      `${seconds} s without a request`,
      'CPU s',
      'of a core',
      'MB written',
      'commits/s',
      'connections',
      'threads',
      'index files',
      'resident MB',
    ],
    rows
  )
}

/** Waits until the indexes are built, however long that takes. */
export async function searchable({ port }: Running): Promise<void> {
  for (const path of SEARCHES)
    while ((await fetch(`http://127.0.0.1:${port}${path}`)).status !== 200) await sleep(1000)
}

function rowOf(name: string, use: ResourceUse, resident: number): string[] {
  return [
    name,
    ratio(use.cpuSeconds),
    percent(use.cpuSeconds / use.seconds),
    ratio(use.bytesWritten / 1e6),
    ratio(use.commits / use.seconds),
    whole(use.connections),
    whole(use.threads),
    whole(use.fileEvents.length),
    whole(resident),
  ]
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`
