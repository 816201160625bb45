/** Creates rows of the archive for tests of alerts. */
import { randomBytes } from 'node:crypto'
import app from '@adonisjs/core/services/app'

/** Created dockets, which are removed later. */
const made: number[] = []

/** A word that no other text contains. */
export function uniqueWord(): string {
  return `w${[...randomBytes(8)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`
}

async function one(sql: string, values: unknown[]): Promise<number> {
  const database = await app.container.make('lucid.db')
  const { rows } = await database.rawQuery(sql, values as never[])
  return Number(rows[0].id)
}

export async function addDocket(name: string): Promise<number> {
  const docket = await one(
    `INSERT INTO dockets (source, court_id, docket_number, case_name, slug, date_filed)
     VALUES (1, 'cand', '3:26-cv-00001', ?, 'a', current_date) RETURNING id`,
    [name]
  )
  made.push(docket)
  return docket
}

export async function touchDocket(id: number, changes: Record<string, unknown>): Promise<void> {
  const database = await app.container.make('lucid.db')
  await database.from('dockets').where('id', id).update(changes)
}

/** One or more documents of one entry with the same text. @returns the last one */
export async function addDocument(
  docket: number,
  text: string,
  count = 1,
  { title = '', description = 'An entry' } = {}
): Promise<number> {
  return one(
    `WITH entry AS (
       INSERT INTO docket_entries (docket_id, entry_number, date_filed, description)
       VALUES (?, (SELECT count(*) + 1 FROM docket_entries WHERE docket_id = ?), current_date, ?) RETURNING id
     ), documents AS (
       INSERT INTO archive_documents (docket_entry_id, document_type, document_number, plain_text, attachment_number, description)
       SELECT entry.id, 2, '1', ?, number, ? FROM entry, generate_series(1, ?) AS number RETURNING id
     )
     SELECT max(id) AS id FROM documents`,
    [docket, docket, description, text, title, count]
  )
}

/** A published decision with one opinion. */
export async function addCluster(
  text: string,
  filed = new Date().toISOString().slice(0, 10)
): Promise<{ cluster: number; opinion: number }> {
  const docket = await one(
    `INSERT INTO dockets (source, court_id, docket_number) VALUES (2, 'ca9', '26-101') RETURNING id`,
    []
  )
  made.push(docket)
  const cluster = await one(
    `INSERT INTO opinion_clusters (docket_id, date_filed, case_name, slug, precedential_status)
     VALUES (?, ?, 'Alder v. Birch', 'alder-v-birch', 'Published') RETURNING id`,
    [docket, filed]
  )
  return { cluster, opinion: await addOpinion(cluster, text) }
}

export function addOpinion(cluster: number, text: string): Promise<number> {
  return one(
    `INSERT INTO opinions (cluster_id, type, plain_text) VALUES (?, '020lead', ?) RETURNING id`,
    [cluster, text]
  )
}

/** A recording of an oral argument. */
export async function addRecording(name: string): Promise<number> {
  const docket = await one(
    `INSERT INTO dockets (source, court_id, docket_number) VALUES (2, 'ca9', '26-102') RETURNING id`,
    []
  )
  made.push(docket)
  return one('INSERT INTO audio (docket_id, case_name) VALUES (?, ?) RETURNING id', [docket, name])
}

/** Removes the created rows. */
export async function removeRows(): Promise<void> {
  const database = await app.container.make('lucid.db')
  await database.from('dockets').whereIn('id', made.splice(0)).delete()
}
