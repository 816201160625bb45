/** Rows for heavy requests, in addition to the sample archive. */
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'

export const LARGE_DOCKET = 900_000_000
const ENTRIES = 10_000
const DOCKETS = 100_000
/** Decisions that share a citation. */
const SHARED = 100

export async function fillHeavy(dataDir: string): Promise<void> {
  const client = new pg.Client(new EmbeddedCluster({ dataDir }).connection())
  await client.connect()
  const { rowCount } = await client.query('SELECT FROM dockets WHERE id = $1', [LARGE_DOCKET])
  if (!rowCount) {
    await client.query(
      `INSERT INTO dockets (id, source, court_id, case_name, slug, docket_number)
       SELECT $1 + n, 1, (SELECT id FROM courts ORDER BY id LIMIT 1), 'Ash v. Beech', 'x', '1:24-cv-' || n
       FROM generate_series(0, $2::int) AS n`,
      [LARGE_DOCKET, DOCKETS]
    )
    await client.query(
      `INSERT INTO docket_entries (docket_id, entry_number, date_filed, recap_sequence_number, description)
       SELECT $1, n, date '2010-01-01' + n / 4, lpad(n::text, 10, '0'), 'MOTION to extend the time to answer, no. ' || n
       FROM generate_series(1, $2::int) AS n`,
      [LARGE_DOCKET, ENTRIES]
    )
    await client.query(
      `INSERT INTO citations (volume, reporter, page, type, cluster_id)
       SELECT '901', 'U.S.', '1', 1, id FROM opinion_clusters ORDER BY id LIMIT $1`,
      [SHARED]
    )
    await client.query('VACUUM ANALYZE dockets, docket_entries, citations')
  }
  await client.end()
}
