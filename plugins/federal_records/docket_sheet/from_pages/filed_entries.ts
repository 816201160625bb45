/**
 * The entries that have a document, in all dockets of a court: a filing in
 * several cases is in each of them.
 */
import { lockDockets, type NamedDocket } from '../find_docket.js'
import type { SheetTables } from '../sheet_tables.js'

export interface FiledDocument {
  id: number
  number: string
  attachment: number | null
  registryId: string
}

export interface FiledEntry {
  id: number
  docket: number
  documents: FiledDocument[]
}

/** A filing in a multidistrict case is in hundreds of dockets. */
const MAX_DOCUMENTS = 100_000

const OF_DOCUMENT = `
  SELECT e.id FROM archive_documents d JOIN docket_entries e ON e.id = docket_entry_id
    JOIN dockets k ON k.id = docket_id WHERE registry_doc_id = $1 AND court_id = $2`
const OF_NUMBER = `
  SELECT e.id FROM dockets k JOIN docket_entries e ON docket_id = k.id
  WHERE registry_case_id = $1 AND court_id = $2 AND entry_number = $3`
const ENTRIES = `
  SELECT k.id::text, e.id::text, d.id::text, document_number, attachment_number::text, registry_doc_id,
         docket_number, registry_case_id
  FROM docket_entries e JOIN dockets k ON k.id = docket_id
    LEFT JOIN archive_documents d ON docket_entry_id = e.id
  WHERE e.id = ANY($1::bigint[]) ORDER BY k.id, e.id, d.id LIMIT ${MAX_DOCUMENTS}`

type Found = [
  docket: string,
  entry: string,
  id: string | null,
  number: string,
  attachment: string | null,
  registryId: string,
  docketNumber: string | null,
  caseId: string | null,
]

export interface Filing {
  court: string
  registryId: string
  caseId: string | null
  number: string | null
}

/**
 * Entries with the document, else the one of its number in the case. Other
 * merges of their dockets wait until the transaction ends.
 */
export async function filedEntries(tables: SheetTables, filing: Filing): Promise<FiledEntry[]> {
  const { court } = filing
  const found = await read(tables, filing)
  const dockets = found.map(([, , , , , , number, caseId]): NamedDocket => ({
    court_id: court,
    docket_number: number ?? '',
    registry_case_id: caseId,
  }))
  await lockDockets(tables, dockets)
  // Read again: another merge may have changed them meanwhile.
  const rows = dockets.length ? await read(tables, filing) : []
  return [...Map.groupBy(rows, ([, entry]) => entry)].map(([entry, documents]) => ({
    id: Number(entry),
    docket: Number(documents[0]![0]),
    documents: documents.flatMap(([, , id, number, attachment, registryId]) =>
      id === null
        ? []
        : [{ id: Number(id), number, attachment: attachment && Number(attachment), registryId }]
    ) as FiledDocument[],
  }))
}

async function read(
  tables: SheetTables,
  { court, registryId, caseId, number }: Filing
): Promise<Found[]> {
  const { rows: own } = await tables.query<[id: string]>(OF_DOCUMENT, [registryId, court])
  const { rows: others } =
    own.length || !caseId || !number
      ? { rows: [] }
      : await tables.query<[id: string]>(OF_NUMBER, [caseId, court, number])
  const keys = [...own, ...others].map(([id]) => id)
  const { rows } = await tables.query<Found>(ENTRIES, [keys])
  return rows
}
