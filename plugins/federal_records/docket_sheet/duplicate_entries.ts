/**
 * Entries of a docket that turn out to be one: their documents move to the
 * entry that is kept, and none that has a file is lost.
 */
import type { KnownDocument, KnownEntry } from './known_records.js'
import type { Row } from './sheet_tables.js'

export interface MergedEntries {
  /** Documents that move to the kept entry. */
  moved: Row[]
  /** Keys of documents without a file, whose place another one takes. */
  documents: string[]
  /** Keys of entries of which nothing is left. */
  entries: string[]
}

/** @param duplicates by the entry that is kept, of which the records are changed, too */
export function mergeDuplicates(duplicates: Map<KnownEntry, Set<KnownEntry>>): MergedEntries {
  const merged: MergedEntries = { moved: [], documents: [], entries: [] }
  for (const [kept, others] of duplicates)
    for (const other of others) {
      other.documents = other.documents.filter((document) => !move(document, kept, merged))
      if (!other.documents.some(({ hasFile }) => hasFile)) merged.entries.push(other.id!)
    }
  return merged
}

/** Moves a document unless the kept entry has it, with a file or no worse. */
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
