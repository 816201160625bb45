/**
 * Merges a docket sheet into the archive. The same sheet twice changes
 * nothing; entries and documents a sheet does not list stay.
 */
import type pg from 'pg'
import { KnownRows } from './known_rows.js'
import { mergeParties } from './merge_parties.js'
import type { DocketSheet, SheetEntry } from './schema.js'
import { giveKeys, upsert, type Counts, type Row } from './upsert.js'

/** Why a sheet cannot be taken. */
export class SheetError extends Error {
  override name = 'SheetError'
}

export interface Merged {
  docket: string
  entries: Counts
  documents: Counts
  parties: Counts
  attorneys: Counts
}

/**
 * Runs inside the caller's transaction.
 *
 * @throws SheetError when the docket is not there and its court is not known
 */
export async function mergeDocketSheet(client: pg.ClientBase, sheet: DocketSheet): Promise<Merged> {
  const docket = await findDocket(client, sheet.docket)
  const entries = sheet.docket_entries ?? []
  const { keys, counts } = await mergeEntries(client, docket, entries)
  const documents = await mergeDocuments(client, docket, entries, keys)
  const people = await mergeParties(client, docket, sheet.parties ?? [])
  return { docket, entries: counts, documents, ...people }
}

/** The docket by its key, or by court, number and case ID; made when there is none. */
async function findDocket(client: pg.ClientBase, given: DocketSheet['docket']): Promise<string> {
  const { id, court_id: court, docket_number: number, registry_case_id: caseId, ...facts } = given
  const { rows } = await client.query<{ id: string }>(
    id === undefined
      ? `SELECT id FROM dockets WHERE court_id = $1 AND docket_number = $2
         AND ($3::text IS NULL OR registry_case_id = $3) ORDER BY id LIMIT 1 FOR UPDATE`
      : 'SELECT id FROM dockets WHERE id = $1 FOR UPDATE',
    id === undefined ? [court, number, caseId ?? null] : [id]
  )
  const known = Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined && value !== null)
  )
  const row: Row = { id: rows[0]?.id ?? id, ...known }
  if (rows[0]) {
    if (Object.keys(known).length) await change(client, row)
    return rows[0].id
  }
  const courts = await client.query('SELECT 1 FROM courts WHERE id = $1', [court])
  if (!courts.rowCount) throw new SheetError(`docket.court_id: there is no court "${court}"`)
  const made = [
    {
      ...row,
      court_id: court,
      docket_number: number,
      docket_number_raw: number,
      registry_case_id: caseId ?? null,
      source: ARCHIVE,
    },
  ]
  await giveKeys(client, 'dockets', made)
  await upsert(client, 'dockets', made)
  return String(made[0]!.id)
}

/** Docket source of what comes from the court system's own pages. */
const ARCHIVE = 1

async function change(client: pg.ClientBase, { id, ...facts }: Row): Promise<void> {
  const names = Object.keys(facts)
  await client.query(
    `UPDATE dockets SET ${names.map((name, place) => `${name} = $${place + 2}`).join(', ')}, date_modified = now()
     WHERE id = $1 AND (${names.join(', ')}, 0) IS DISTINCT FROM (${names.map((_, place) => `$${place + 2}`).join(', ')}, 0)`,
    [id, ...Object.values(facts)]
  )
}

/** Numbered entries are the same by their number, others by day and text. */
async function mergeEntries(
  client: pg.ClientBase,
  docket: string,
  entries: SheetEntry[]
): Promise<{ keys: string[]; counts: Counts }> {
  const known = await KnownRows.read(
    client,
    `SELECT id::text, entry_number::text, CASE WHEN entry_number IS NULL THEN date_filed::text END,
            CASE WHEN entry_number IS NULL THEN description END
     FROM docket_entries WHERE docket_id = $1 ORDER BY id`,
    [docket]
  )
  const sameness = ({ entry_number: number, date_filed: day, description }: SheetEntry) =>
    typeof number === 'number'
      ? [String(number), null, null]
      : [null, day ?? null, description ?? '']
  const rows: Row[] = entries.map((entry) => ({
    id: entry.id ?? known.take(sameness(entry)),
    docket_id: docket,
    entry_number: entry.entry_number ?? null,
    date_filed: entry.date_filed ?? null,
    time_filed: entry.time_filed ?? null,
    recap_sequence_number: entry.recap_sequence_number ?? '',
    registry_sequence_number: entry.registry_sequence_number ?? null,
    description: entry.description ?? '',
  }))
  await giveKeys(client, 'docket_entries', rows)
  const counts = await upsert(client, 'docket_entries', rows)
  return { keys: rows.map(({ id }) => String(id)), counts }
}

/** A document is the same by entry, number and attachment number. */
async function mergeDocuments(
  client: pg.ClientBase,
  docket: string,
  entries: SheetEntry[],
  keys: string[]
): Promise<Counts> {
  const known = await KnownRows.read(
    client,
    `SELECT d.id::text, d.docket_entry_id::text, d.document_number, d.attachment_number::text
     FROM archive_documents d JOIN docket_entries e ON e.id = d.docket_entry_id WHERE e.docket_id = $1`,
    [docket]
  )
  const rows: Row[] = entries.flatMap((entry, place) =>
    (entry.documents ?? []).map((document) => {
      const attachment = document.attachment_number ?? null
      const same = known.take([
        keys[place],
        document.document_number,
        attachment === null ? null : String(attachment),
      ])
      return {
        id: document.id ?? same,
        docket_entry_id: keys[place],
        document_type: document.document_type,
        document_number: document.document_number,
        attachment_number: attachment,
        registry_doc_id: document.registry_doc_id ?? '',
        acms_document_guid: document.acms_document_guid ?? '',
        description: document.description ?? '',
        is_available: document.is_available ?? false,
        is_free_on_registry: document.is_free_on_registry ?? null,
        is_sealed: document.is_sealed ?? null,
        page_count: document.page_count ?? null,
        file_size: document.file_size ?? null,
        sha1: document.sha1 ?? '',
        filepath_local: document.filepath_local ?? '',
        filepath_ia: document.filepath_ia ?? '',
        date_upload: document.date_upload ?? null,
        plain_text: document.plain_text ?? '',
        ocr_status: document.ocr_status ?? null,
        thumbnail: document.thumbnail ?? null,
        thumbnail_status: document.thumbnail_status ?? 0,
      }
    })
  )
  await giveKeys(client, 'archive_documents', rows)
  return upsert(client, 'archive_documents', rows)
}
