/**
 * Measures the page of a very large docket over HTTP, compared with that of a small one.
 */
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { measure, type Measurement } from '#tests/bench/load'
import { startCuria } from '#tests/bench/processes'
import { median, milliseconds, printTable, ratio, whole } from '#tests/bench/table'

export interface DocketPageBench {
  /** Reused by the next run. */
  dataDir: string
  /** Entries of the large docket, each with three documents. */
  entries: number
  rounds: number
  /** Requests per round. */
  seconds: number
}

const [SMALL, LARGE] = [900_000_001, 900_000_002]
const SMALL_ENTRIES = 5
const DOCUMENTS = 3
/** No background work and no rate limits. */
const SETTINGS = { JOBS: 'off', RATE_LIMITS: 'off' }

/** Prints the table; one visitor requests each page. */
export async function benchDocketPage(bench: DocketPageBench): Promise<void> {
  const { dataDir, entries, rounds, seconds } = bench
  const curia = await startCuria(dataDir, SETTINGS)
  await fill(dataDir, entries)
  const last = Math.ceil(entries / 200)
  const pages = {
    [`${SMALL_ENTRIES} entries`]: `/docket/${SMALL}/x/`,
    'first page': `/docket/${LARGE}/x/`,
    'last page': `/docket/${LARGE}/x/?page=${last}`,
    'newest first': `/docket/${LARGE}/x/?order_by=desc`,
    'some numbers': `/docket/${LARGE}/x/?entry_gte=${entries / 2}&entry_lte=${entries / 2 + 50}`,
    'words many have': `/docket/${LARGE}/x/?q=extend+time`,
    'words none has': `/docket/${LARGE}/x/?q=certiorari`,
    'parties': `/docket/${LARGE}/parties/x/`,
  }
  const load = (path: string, duration: number) =>
    measure({ port: curia.port, connections: 1, paths: [path], duration })
  const rows: string[][] = []
  let base: number | undefined
  for (const [name, path] of Object.entries(pages)) {
    await load(path, 1000)
    const results: Measurement[] = []
    for (let round = 0; round < rounds; round++) results.push(await load(path, seconds * 1000))
    const of = (figure: keyof Measurement) => median(results.map((result) => result[figure]))
    base ??= of('p50')
    rows.push([name, milliseconds(of('p50')), milliseconds(of('p99')), ratio(of('p50') / base)])
  }
  await curia.stop()
  console.log(`docket page: ${whole(entries)} entries with ${DOCUMENTS} documents each\n`)
  printTable(['page', 'p50 ms', 'p99 ms', 'ratio'], rows)
}

async function fill(dataDir: string, entries: number): Promise<void> {
  const client = new pg.Client(new EmbeddedCluster({ dataDir }).connection())
  await client.connect()
  await client.query('DELETE FROM dockets WHERE id IN ($1, $2)', [SMALL, LARGE])
  await client.query("DELETE FROM parties WHERE name LIKE 'Party of the bench %'")
  for (const [docket, count] of [
    [SMALL, SMALL_ENTRIES],
    [LARGE, entries],
  ]) {
    await client.query(
      `INSERT INTO dockets (id, source, court_id, case_name, slug, docket_number)
       VALUES ($1, 1, (SELECT id FROM courts ORDER BY id LIMIT 1), 'Ash v. Beech', 'x', '1:24-cv-1')`,
      [docket]
    )
    await client.query(
      `WITH made AS (
         INSERT INTO docket_entries (docket_id, entry_number, date_filed, recap_sequence_number, description)
         SELECT $1, n, date '2010-01-01' + n / 4, lpad(n::text, 10, '0'),
           'MOTION to extend the time to answer, filed by the defendant no. ' || n
         FROM generate_series(1, $2::int) AS n RETURNING id, entry_number)
       INSERT INTO archive_documents (docket_entry_id, document_type, document_number, attachment_number, page_count, description, registry_doc_id)
       SELECT id, CASE WHEN a = 0 THEN 1 ELSE 2 END, entry_number::text, nullif(a, 0), 12, 'Document', ''
       FROM made, generate_series(0, ${DOCUMENTS - 1}) AS a`,
      [docket, count]
    )
    await client.query(
      `WITH made AS (
         INSERT INTO parties (name) SELECT 'Party of the bench ' || n FROM generate_series(1, least($2::int, 400)) AS n RETURNING id)
       INSERT INTO party_types (docket_id, party_id, name) SELECT $1, id, 'Plaintiff' FROM made`,
      [docket, count]
    )
  }
  await client.query('VACUUM ANALYZE docket_entries, archive_documents, parties, party_types')
  await client.end()
}
