/**
 * Large numbers of federal records and people, generated in the database: for ten
 * million documents, that is faster than generating files.
 */
import type pg from 'pg'
import { ident } from '#app/support/sql_text'
import { withoutIndexes } from '#app/database/table_rules'

export interface RecordsSize {
  documents: number
  people: number
}

/** Entries of each docket with a docket sheet, and documents of each entry. */
const ENTRIES = 40
const DOCUMENTS = 3

/** Fills the tables up to their sizes. Existing rows are kept. */
export async function fillRecords(
  client: pg.Client,
  { documents, people }: RecordsSize
): Promise<void> {
  const entries = Math.ceil(documents / DOCUMENTS)
  const sheets = Math.ceil(entries / ENTRIES)
  const fill = async (table: string, columns: string, select: string, rows: number) => {
    const { rows: there } = await client.query(
      `SELECT coalesce(max(id), 0)::int AS top FROM ${ident(table)}`
    )
    const { top } = there[0] as { top: number }
    if (top >= rows) return
    await client.query('BEGIN')
    await client.query(`SET LOCAL maintenance_work_mem = '1GB'`)
    await withoutIndexes(client, table, () =>
      client.query(
        `INSERT INTO ${ident(table)} (id, ${columns}) SELECT n, ${select} FROM generate_series(${top + 1}, ${rows}) AS n`
      )
    )
    await client.query('COMMIT')
    await client.query(`VACUUM ANALYZE ${ident(table)}`)
  }
  await fill(
    'docket_entries',
    'docket_id, date_filed, entry_number, recap_sequence_number, description',
    `1 + (n - 1) / ${ENTRIES}, date '2010-01-01' + (n % 5000), 1 + (n - 1) % ${ENTRIES}, lpad(n::text, 10, '0'),
     'MOTION to extend the time to answer, filed by the defendant no. ' || n`,
    entries
  )
  await fill(
    'archive_documents',
    'docket_entry_id, document_type, document_number, attachment_number, registry_doc_id, is_available, description, filepath_local',
    `1 + (n - 1) / ${DOCUMENTS}, CASE WHEN n % ${DOCUMENTS} = 1 THEN 1 ELSE 2 END, (1 + ((n - 1) / ${DOCUMENTS}) % ${ENTRIES})::text,
     nullif((n - 1) % ${DOCUMENTS}, 0), '1270' || lpad(n::text, 8, '0'), n % 2 = 0, 'Document', 'recap/' || n || '.pdf'`,
    documents
  )
  const parties = sheets * 4
  await fill('parties', 'name', `'Party ' || n || ' Holdings, Inc.'`, parties)
  await fill(
    'attorneys',
    'name, contact_raw',
    `'Attorney ' || n, 'A street'`,
    Math.ceil(parties / 4)
  )
  // Every party is in two dockets, so that the filter excludes some.
  await fill(
    'party_types',
    'docket_id, party_id, name',
    `1 + ((n - 1) / 8 + (n % 2) * 7) % ${sheets}, 1 + (n - 1) / 2, CASE WHEN n % 4 < 2 THEN 'Plaintiff' ELSE 'Defendant' END`,
    parties * 2
  )
  await fill(
    'attorney_roles',
    'docket_id, party_id, attorney_id, role',
    `1 + ((n - 1) / 8 + (n % 2) * 7) % ${sheets}, 1 + (n - 1) / 2, 1 + n % ${Math.ceil(parties / 4)}, 2`,
    parties * 2
  )
  await fillPeople(fill, people)
}

async function fillPeople(
  fill: (table: string, columns: string, select: string, rows: number) => Promise<void>,
  people: number
): Promise<void> {
  await fill('people', 'slug, name_first, name_last', `'p-' || n, 'First', 'Last ' || n`, people)
  await fill(
    'schools',
    'name',
    `upper(left(md5(n::text), 1)) || substr(md5(n::text), 2, 5) || (ARRAY[' University', ' College', ' School of Law', ' Institute'])[1 + n % 4]`,
    people
  )
  await fill('educations', 'person_id, school_id, degree_year', `n, n, 1950 + n % 60`, people)
  await fill(
    'positions',
    'person_id, court_id, position_type, date_start',
    `1 + n % ${people}, (SELECT array_agg(id ORDER BY id) FROM courts)[1 + n % (SELECT count(*)::int FROM courts)], 'jud', date '1970-01-01' + (n % 18000)`,
    people
  )
}
