/** Time from the commit of a change to the first search that returns it. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { startCuria, type Running } from './processes.js'
import { printTable, whole } from './table.js'

const CHANGES = [1, 1, 1, 1, 1, 3000]
/** Milliseconds between two searches. */
const POLL = 20
const DEADLINE = 300_000

/**
 * Renames opinion clusters in one transaction and searches for the new name until
 * all are found. Prints the time of each round.
 */
export async function benchFreshness(dataDir: string): Promise<void> {
  const server = await startCuria(dataDir)
  const client = new pg.Client(new EmbeddedCluster({ dataDir }).connection())
  await client.connect()
  const rows: string[][] = []
  try {
    while ((await found(server, 'anything')) === undefined) await sleep(1000)
    for (const [round, size] of CHANGES.entries()) {
      const word = `zyx${process.pid}q${round}`
      const expected = await rename(client, word, size, round)
      const committed = performance.now()
      let hits: number | undefined
      do {
        await sleep(POLL)
        hits = await found(server, word)
      } while (hits !== expected && performance.now() - committed < DEADLINE)
      rows.push([
        whole(size),
        whole(expected),
        whole(hits ?? 0),
        whole(performance.now() - committed),
      ])
    }
  } finally {
    await client.end()
    await server.stop()
  }
  printTable(['changed clusters', 'with opinions', 'found', 'ms from commit'], rows)
}

/** @returns how many of the renamed clusters have an opinion, because only those are searchable */
async function rename(client: pg.Client, word: string, size: number, round: number) {
  const { rows } = await client.query<{ expected: number }>(
    `WITH renamed AS (
       UPDATE opinion_clusters SET case_name = $1, date_modified = now()
       WHERE id IN (SELECT id FROM opinion_clusters ORDER BY id LIMIT $2 OFFSET $3)
       RETURNING id)
     SELECT count(*)::int AS expected FROM renamed
     WHERE EXISTS (SELECT FROM opinions WHERE opinions.cluster_id = renamed.id)`,
    [`${word} v. State`, size, round * 7]
  )
  return rows[0]!.expected
}

/** @returns the number of hits, or undefined while the index is being built */
async function found({ port }: Running, word: string): Promise<number | undefined> {
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/rest/v4/search/?type=o&stat_all=on&q=${word}`
  )
  return answer.status === 200 ? ((await answer.json()) as { count: number }).count : undefined
}
