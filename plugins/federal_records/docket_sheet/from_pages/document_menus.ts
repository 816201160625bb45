/**
 * Menus of the documents of a filing, which are merged into the entries with the document
 * (fetch-and-upload, 2.5; docket-json, 5).
 */
import type { AcmsAttachmentPage } from '#app/court_pages/acms_attachment_page'
import type { AppellateAttachmentMenu } from '#app/court_pages/appellate_attachment_menu'
import type { AttachmentMenu } from '#app/court_pages/attachment_menu'
import type { SheetEntry } from '../schema.js'
import { attachmentDocument, type PrintedAttachment } from './entries.js'
import { emptyIfTooLong, removeEmptyValues, toBoundedInteger } from './values.js'
import { lockDockets, type NamedDocket } from '../find_docket.js'
import type { SheetTables } from '../sheet_tables.js'

type SheetDocument = NonNullable<SheetEntry['documents']>[number]

/** The documents of a filing, from any kind of menu. */
export interface DocumentMenu {
  /** Registry ID of the main document, which identifies the entry. */
  registryId: string
  caseId: string | null
  /** Entry number, if the menu has it. */
  number: string | null
  /** The main document, if the menu lists it separately. */
  main?: { page_count?: number | null; file_size_bytes?: number | null }
  documents: PrintedAttachment[]
  /** Whether the menu omits the main document, so that its first ID is an attachment's. */
  omitsMain?: boolean
}

export function attachmentMenu(menu: AttachmentMenu): DocumentMenu {
  const omitsMain = menu.attachments.some(({ pacer_doc_id: id }) => id === menu.pacer_doc_id)
  return {
    registryId: menu.pacer_doc_id,
    caseId: menu.pacer_case_id,
    number: menu.document_number === null ? null : String(menu.document_number),
    documents: menu.attachments,
    ...(omitsMain ? { omitsMain } : { main: menu }),
  }
}

export function appellateMenu(menu: AppellateAttachmentMenu): DocumentMenu {
  const { pacer_doc_id: registryId, pacer_case_id: caseId, attachments: documents } = menu
  return { registryId, caseId, number: null, documents }
}

export function acmsMenu(page: AcmsAttachmentPage): DocumentMenu {
  return {
    registryId: page.pacer_doc_id,
    caseId: page.pacer_case_id,
    number: page.entry_number === null ? null : String(page.entry_number),
    documents: page.attachments.map(({ file_size: size, ...one }) => ({
      ...one,
      file_size_bytes: size,
    })),
  }
}

/** The documents of an entry in a menu. */
export function menuDocuments(menu: DocumentMenu, entry: FiledEntry): SheetDocument[] {
  const main = entry.documents.find(({ registryId }) => registryId === menu.registryId)
  const number = main?.number ?? entry.documents[0]?.number ?? menu.number ?? ''
  const listed = menu.documents.flatMap((one) => attachmentDocument(one, number))
  if (menu.main) return [mainDocument(menu, entry, number), ...listed]
  return menu.documents.length === 1 && !menu.omitsMain
    ? alone(menu, listed, entry)
    : withMain(menu, listed, entry)
}

/** The main document, which can be an attachment in this docket. */
function mainDocument(menu: DocumentMenu, entry: FiledEntry, number: string): SheetDocument {
  const there = entry.documents.find(({ registryId }) => registryId === menu.registryId)
  return {
    ...(there && { id: there.id }),
    document_type: there?.attachment ? 2 : 1,
    document_number: number,
    ...(there?.attachment && { attachment_number: there.attachment }),
    ...removeEmptyValues({
      registry_doc_id: emptyIfTooLong(64, menu.registryId),
      page_count: toBoundedInteger(menu.main?.page_count),
      file_size: toBoundedInteger(menu.main?.file_size_bytes) || null,
    }),
  }
}

/** The only document of a filing remains its main document. */
function alone(
  menu: DocumentMenu,
  [document]: SheetDocument[],
  entry: FiledEntry
): SheetDocument[] {
  if (!document) return []
  const there = entry.documents.find(({ registryId }) => registryId === menu.registryId)
  const { attachment_number: number, ...values } = document
  return there?.attachment
    ? [{ ...values, id: there.id, attachment_number: there.attachment }]
    : [{ ...values, ...(there && { id: there.id }), document_type: 1 }]
}

/**
 * In courts of appeals, the menu includes the main document, which becomes an attachment. In other
 * courts, an entry without an accessible main document links to its first attachment.
 */
function withMain(
  menu: DocumentMenu,
  listed: SheetDocument[],
  { documents }: FiledEntry
): SheetDocument[] {
  const main = documents.find(
    ({ registryId, attachment }) => registryId === menu.registryId && attachment === null
  )
  const [first] = listed
    .filter(({ registry_doc_id: id }) => id === menu.registryId)
    .sort((one, other) => one.attachment_number! - other.attachment_number!)
  if (!main || !first) return listed
  const taken = documents.some(({ attachment }) => attachment === first.attachment_number)
  return taken ? listed : listed.map((one) => (one === first ? { ...one, id: main.id } : one))
}

interface FiledDocument {
  id: number
  number: string
  attachment: number | null
  registryId: string
}

interface FiledEntry {
  id: number
  docket: number
  documents: FiledDocument[]
}

/** A filing in a multidistrict case can be in hundreds of dockets. */
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

interface Filing {
  court: string
  registryId: string
  caseId: string | null
  number: string | null
}

/**
 * The entries with the document in all dockets of the court, or else the entry with the number in
 * the case. Other merges of their dockets wait until the transaction ends.
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
  // Read again, because another merge may have changed them before the lock.
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
