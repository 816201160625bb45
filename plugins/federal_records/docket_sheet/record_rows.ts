/**
 * The rows of a sheet's entries and documents.
 */
import { refuseForeignKeys } from './foreign_keys.js'
import type { KnownSheet } from './known_sheet.js'
import type { SheetEntry } from './schema.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

/**
 * Entries and documents the sheet does not list stay.
 *
 * @throws SheetError when one brings the key of a row elsewhere
 */
export async function recordRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  entries: SheetEntry[]
): Promise<Change[]> {
  const rows = entries.map((entry) => entryRow(docket, known, entry))
  await refuseForeignKeys(
    tables,
    'docket_entries',
    entries.map(({ id }, place) => ({ id, owner: docket, path: `docket_entries.${place}.id` }))
  )
  await tables.giveKeys('docket_entries', rows)
  const documents = entries.flatMap((entry, place) =>
    documentRows(known, String(rows[place]!.id), entry)
  )
  await refuseForeignKeys(
    tables,
    'archive_documents',
    entries.flatMap(({ documents: given = [] }, entry) =>
      given.map(({ id }, place) => ({
        id,
        owner: String(rows[entry]!.id),
        path: `docket_entries.${entry}.documents.${place}.id`,
      }))
    )
  )
  await tables.giveKeys('archive_documents', documents)
  return [
    { table: 'docket_entries', rows },
    { table: 'archive_documents', rows: documents },
  ]
}

function entryRow(docket: string, known: KnownSheet, { documents, ...entry }: SheetEntry): Row {
  const { entry_number: number, date_filed: day, description } = entry
  const sameness =
    typeof number === 'number'
      ? [String(number), null, null]
      : [null, day ?? null, description ?? '']
  return { ...entry, id: entry.id ?? known.entries.take(sameness), docket_id: docket }
}

function documentRows(known: KnownSheet, entry: string, { documents = [] }: SheetEntry): Row[] {
  return documents.map((document) => {
    const attachment = document.attachment_number ?? null
    const same = known.documents.take([
      entry,
      document.document_number,
      attachment === null ? null : String(attachment),
    ])
    return {
      ...document,
      id: document.id ?? same,
      docket_entry_id: entry,
      attachment_number: attachment,
    }
  })
}
