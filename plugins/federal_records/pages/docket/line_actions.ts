/** What other plugins offer for the documents on lines of docket sheets. */
import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { RecordPages } from '#app/web/record_pages'
import type { SheetDocument } from './sheet_rows.js'

/** A link on the line of a document. */
export interface LineAction {
  /** A word or two, as it is on every line. */
  label: string
  path: string
  /** What it costs, or did. */
  note?: string
}

/** Documents of a page of a sheet, and whose page it is. */
export interface SheetLines {
  docket: ShownRecord
  documents: readonly SheetDocument[]
  /** Documents of entries that have no attachments in the archive. */
  alone: ReadonlySet<number>
}

/** @returns links by the ID of the document */
export type LoadLineActions = (
  records: Records,
  lines: SheetLines,
  visitor: PageVisitor
) => Promise<ReadonlyMap<number, LineAction[]>>

const offered = new WeakMap<Records, LoadLineActions[]>()

/** Adds links to the lines of documents, for visitors who are signed in. */
export function offerLineActions({ records }: RecordPages, load: LoadLineActions): void {
  offered.set(records, [...(offered.get(records) ?? []), load])
}

/** All links that plugins offer a visitor, by the ID of the document. */
export async function lineActions(
  records: Records,
  lines: SheetLines,
  visitor: PageVisitor | undefined
): Promise<Map<number, LineAction[]>> {
  const all = new Map<number, LineAction[]>()
  if (!visitor || !lines.documents.length) return all
  for (const load of offered.get(records) ?? [])
    for (const [id, actions] of await load(records, lines, visitor))
      all.set(id, [...(all.get(id) ?? []), ...actions])
  return all
}
