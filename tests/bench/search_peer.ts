/**
 * PostgreSQL full-text search over the same texts, in a separate cluster: one table
 * with a `tsvector` and its index, tuned like the bundled server.
 */
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { PAGE_SIZE, type Case } from './search_cases.js'
import { benchDocuments } from './search_documents.js'
import { printTable, ratio, whole } from './table.js'

export interface SearchPeer {
  name: string
  opinions: number
  /** The count and one page, or false if there is no equivalent search. */
  search(given: Case): Promise<boolean>
  close(): Promise<void>
}

export async function fillPeer(
  folder: string,
  { opinions, words, peer }: { opinions: number; words: number; peer: number }
): Promise<SearchPeer> {
  const count = Math.min(opinions, peer)
  const dataDir = join(folder, 'peer')
  mkdirSync(dataDir, { recursive: true })
  const cluster = new EmbeddedCluster({ dataDir, durable: false })
  await cluster.start()
  const client = new pg.Client(cluster.connection())
  const close = async () => {
    await client.end()
    await cluster.stop()
    // The cluster may be in a different folder that its user can read.
    rmSync(dirname(cluster.folder), { recursive: true, force: true })
  }
  try {
    await client.connect()
    await fill(client, count, words)
  } catch (error) {
    await close()
    throw error
  }
  return {
    name: 'PostgreSQL',
    opinions: count,
    search: (given) => search(client, given),
    close,
  }
}

async function fill(client: pg.Client, count: number, words: number) {
  await client.query(
    `CREATE TABLE opinions (id int PRIMARY KEY, filed date, status text, name text, body text)`
  )
  const started = performance.now()
  let bytes = 0
  let generating = 0
  const stream = client.query(copyFrom('COPY opinions FROM STDIN'))
  const documents = benchDocuments(count, words)
  for (;;) {
    const before = performance.now()
    const { value, done } = documents.next()
    generating += performance.now() - before
    if (done) break
    const { key, fields, date } = value.parent
    bytes += value.bytes
    const row = [key, date, fields.status, fields.caseName, value.child.fields.text]
    if (!stream.write(`${row.join('\t')}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
  await client.query(`
    ALTER TABLE opinions ADD COLUMN words tsvector GENERATED ALWAYS AS
      (setweight(to_tsvector('english', name), 'A') || to_tsvector('english', body)) STORED`)
  await client.query('CREATE INDEX ON opinions USING gin (words)')
  await client.query('CREATE INDEX ON opinions (filed DESC)')
  await client.query('VACUUM ANALYZE opinions')
  const seconds = (performance.now() - started - generating) / 1000
  const { rows } = await client.query<{ size: string }>(
    `SELECT pg_total_relation_size('opinions') AS size`
  )
  printTable(
    [`PostgreSQL, ${whole(count)} opinions`, 'MB of text per second', 'MB on disk', 'MB of text'],
    [
      [
        'stems',
        ratio(bytes / 1e6 / seconds),
        whole(Number(rows[0]!.size) / 1e6),
        whole(bytes / 1e6),
      ],
    ]
  )
}

async function search(client: pg.Client, { peer, where, order, page = 1 }: Case) {
  if (peer === undefined) return false
  const from = `FROM opinions, to_tsquery('english', $1) query WHERE words @@ query${where ? ` AND ${where}` : ''}`
  await client.query(`SELECT count(*) ${from}`, [peer])
  const by = order ? 'filed DESC' : 'ts_rank(words, query) DESC'
  await client.query(
    `SELECT id ${from} ORDER BY ${by}, id DESC LIMIT ${PAGE_SIZE} OFFSET ${PAGE_SIZE * (page - 1)}`,
    [peer]
  )
  return true
}
