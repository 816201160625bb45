/** Rows of a sheet's entries and documents. */
import { refuseForeignKeys } from './known_rows.js'
import {
  addDocument,
  findKnownDocument,
  isAttached,
  type KnownDocument,
  type KnownEntry,
} from './known_records.js'
import type { KnownSheet } from './known_sheet.js'
import type { MergeRules, SheetEntry } from './schema.js'
import { SheetError } from './refusal.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

/** An entry of a sheet, its match in the docket, and its row. */
interface Placed {
  given: SheetEntry
  there: KnownEntry
  row: Row
}

export interface Records {
  changes: Change[]
  /** IDs of the sheet's entries and documents. */
  entries: string[]
  documents: string[]
}

/**
 * Keeps entries and documents that aren't in the sheet, and merges those with the same number.
 *
 * @throws SheetError if an ID belongs to a row of another docket or entry, or if an entry lists a
 *   document twice
 */
export async function recordRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  given: SheetEntry[],
  rules: MergeRules
): Promise<Records> {
  await refuseForeignKeys(
    tables,
    'docket_entries',
    given.map(({ id }, place) => ({ id, owner: docket, path: `docket_entries.${place}.id` }))
  )
  const duplicates = new Map<KnownEntry, Set<KnownEntry>>()
  const placed = given.map((entry): Placed => {
    const { entry: there, duplicates: more } = known.records.findOrAddEntry(entry)
    if (more.length) duplicates.set(there, new Set([...(duplicates.get(there) ?? []), ...more]))
    return { given: entry, there, row: entryRow(docket, there, entry, rules) }
  })
  await shareKeys(tables, 'docket_entries', placed)
  const merged = mergeDuplicates(duplicates)
  const documents = placed.flatMap((entry, place) => documentRows(entry, place, rules))
  await refuseForeignKeys(
    tables,
    'archive_documents',
    given.flatMap(({ documents: listed = [] }, entry) =>
      listed.map(({ id }, place) => ({
        id,
        owner: String(placed[entry]!.row.id),
        path: `docket_entries.${entry}.documents.${place}.id`,
      }))
    )
  )
  await shareKeys(tables, 'archive_documents', documents)
  return {
    changes: [
      { table: 'archive_documents', rows: [], gone: merged.documents },
      { table: 'docket_entries', rows: rowsOf(placed) },
      { table: 'archive_documents', rows: [...merged.moved, ...rowsOf(documents)] },
      { table: 'docket_entries', rows: [], gone: merged.entries },
    ],
    entries: keysOf(placed),
    documents: keysOf(documents),
  }
}

/** Columns for the position of an entry in the sheet. */
const PLACE = ['date_filed', 'time_filed', 'recap_sequence_number']

const omit = (row: Row, names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

function entryRow(
  docket: string,
  { id }: KnownEntry,
  { documents, ...entry }: SheetEntry,
  { singleEntries = false }: MergeRules
): Row {
  const row: Row = { ...entry, id: entry.id ?? id, docket_id: docket }
  // Pages that show the whole day have more reliable positions.
  return singleEntries && id !== undefined ? omit(row, PLACE) : row
}

/** Assigns IDs to a sheet's rows; equal rows share one. */
async function shareKeys(
  tables: SheetTables,
  table: string,
  placed: { there: { id?: string }; row: Row }[]
): Promise<void> {
  const first = new Map<object, Row>()
  for (const { there, row } of placed) if (!first.has(there)) first.set(there, row)
  await tables.giveKeys(table, [...first.values()])
  for (const { there, row } of placed) {
    row.id ??= first.get(there)!.id
    there.id ??= String(row.id)
  }
}

const rowsOf = (placed: { row: Row }[]): Row[] => placed.map(({ row }) => row)
const keysOf = (placed: { row: Row }[]): string[] => [
  ...new Set(placed.map(({ row }) => String(row.id))),
]

function documentRows(
  { given, there, row }: Placed,
  place: number,
  { fromPage = false }: MergeRules
): { there: KnownDocument; row: Row }[] {
  const seen = new Set<KnownDocument>()
  return (given.documents ?? []).flatMap((document, at) => {
    if (isAttached(there, document)) return []
    const found = findKnownDocument(there, document) ?? addDocument(there, document)
    if (seen.has(found)) {
      if (fromPage) return []
      throw new SheetError(`docket_entries.${place}.documents.${at}: listed twice`)
    }
    seen.add(found)
    const values: Row = {
      ...document,
      // The values of a stored file are more reliable than those of a page.
      ...(fromPage && found.hasFile && { page_count: undefined, file_size: undefined }),
      id: document.id ?? found.id,
      docket_entry_id: row.id,
      document_number: document.document_number || found.number,
      attachment_number: document.attachment_number ?? null,
    }
    return [{ there: found, row: values }]
  })
}

interface MergedEntries {
  /** Documents that move to the kept entry. */
  moved: Row[]
  /** IDs of documents without a file that are replaced. */
  documents: string[]
  /** IDs of entries that are deleted. */
  entries: string[]
}

/** @param duplicates by the kept entry, whose documents are also updated */
function mergeDuplicates(duplicates: Map<KnownEntry, Set<KnownEntry>>): MergedEntries {
  const merged: MergedEntries = { moved: [], documents: [], entries: [] }
  for (const [kept, others] of duplicates)
    for (const other of others) {
      other.documents = other.documents.filter((document) => !move(document, kept, merged))
      if (!other.documents.some(({ hasFile }) => hasFile)) merged.entries.push(other.id!)
    }
  return merged
}

/** Moves a document unless the kept entry has an equal or better one. */
function move(document: KnownDocument, kept: KnownEntry, merged: MergedEntries): boolean {
  const there = kept.documents.find(
    (one) => one.number === document.number && one.attachment === document.attachment
  )
  if (there && (there.hasFile || !document.hasFile)) return false
  if (there) {
    merged.documents.push(there.id!)
    merged.moved = merged.moved.filter(({ id }) => id !== there.id)
    kept.documents = kept.documents.filter((one) => one !== there)
  }
  merged.moved.push({ id: document.id!, docket_entry_id: kept.id! })
  kept.documents.push(document)
  return true
}
