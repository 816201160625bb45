/** Merges entries into another one: their documents, tags, requests, and other references move. */
import { ident } from '#app/support/sql_text'
import { documentColumns, type KnownDocument, type KnownEntry } from './known_records.js'
import type { Row, SheetTables } from './sheet_tables.js'

export interface MergedEntries {
  /** Documents that move to the kept entry. */
  moved: Row[]
  /** IDs of documents without a file that are replaced. */
  documents: string[]
  /** IDs of entries that are deleted. */
  entries: string[]
}

/** Rows that refer to a deleted row refer to another one instead. */
interface Replacement {
  table: 'docket_entries' | 'archive_documents'
  from: string
  to: string
}

/**
 * Moves references to the kept rows. The caller writes and deletes the returned rows.
 *
 * @param duplicates by the kept entry, whose documents are also updated
 */
export async function mergeDuplicates(
  tables: SheetTables,
  duplicates: Map<KnownEntry, KnownEntry[]>
): Promise<MergedEntries> {
  const merged: MergedEntries = { moved: [], documents: [], entries: [] }
  const replacements: Replacement[] = []
  const deleted: Replacement[] = []
  for (const [kept, others] of duplicates)
    for (const other of others) {
      const left = other.documents.filter((document) => {
        const outcome = move(document, kept, merged)
        if (outcome.replaced) replacements.push(outcome.replaced)
        return !outcome.isMoved
      })
      other.documents = left
      if (left.some(({ hasFile }) => hasFile)) continue
      const gone = new Set(left.map(({ id }) => id))
      deleted.push(...replacements.filter(({ from }) => gone.has(from)))
      merged.entries.push(other.id!)
      // A feed repeats its items.
      kept.announced ??= other.announced
      kept.entered ??= other.entered
      const entry: Replacement = { table: 'docket_entries', from: other.id!, to: kept.id! }
      replacements.push(entry)
      deleted.push(entry)
    }
  const replaced = new Set(merged.documents)
  deleted.push(
    ...replacements.filter(({ table, from }) => table === 'archive_documents' && replaced.has(from))
  )
  await redirect(tables, deleted)
  await moveReferences(tables, replacements)
  return merged
}

const REDIRECTIONS = {
  docket_entries: 'docket_entry_redirections',
  archive_documents: 'document_redirections',
}

/** Redirects the IDs of deleted rows. Redirections to a deleted row move with its references. */
async function redirect(tables: SheetTables, deleted: Replacement[]): Promise<void> {
  for (const { table, from, to } of deleted)
    await tables.query(
      `INSERT INTO ${REDIRECTIONS[table]} (id, kept_id) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET kept_id = excluded.kept_id`,
      [from, to]
    )
}

interface Moved {
  isMoved: boolean
  /** The document that another one replaces. */
  replaced?: Replacement
}

/** Moves a document unless the kept entry has an equal or better one. */
function move(document: KnownDocument, kept: KnownEntry, merged: MergedEntries): Moved {
  const there = kept.documents.find((one) => isSameDocument(one, document))
  const replacement = (from: KnownDocument, to: KnownDocument): Replacement => ({
    table: 'archive_documents',
    from: from.id!,
    to: to.id!,
  })
  if (there && document.hasFile && there.hasFile) return { isMoved: false }
  if (there && !document.hasFile) return { isMoved: false, replaced: replacement(document, there) }
  if (there) {
    merged.documents.push(there.id!)
    merged.moved = merged.moved.filter(({ id }) => id !== there.id)
    kept.documents = kept.documents.filter((one) => one !== there)
  }
  merged.moved.push(documentColumns(kept.id!, document))
  kept.documents.push(document)
  return { isMoved: true, ...(there && { replaced: replacement(there, document) }) }
}

/** Sources can leave out the number of a document. */
function isSameDocument(one: KnownDocument, other: KnownDocument): boolean {
  if (one.attachment !== other.attachment) return false
  return one.number === other.number || !one.number || !other.number
}

/** Columns with a foreign key to a table. */
const REFERENCES = `
  SELECT conrelid::regclass::text, attname::text
  FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
  WHERE contype = 'f' AND confrelid = $1::regclass AND cardinality(conkey) = 1
  ORDER BY 1, 2`

/** Other columns of the unique indexes with a column. */
const UNIQUE_WITH = `
  SELECT array_agg(a.attname::text) FILTER (WHERE a.attname <> $2)
  FROM pg_index i JOIN pg_attribute a ON a.attrelid = indrelid AND a.attnum = ANY(indkey)
  WHERE indrelid = $1::regclass AND indisunique
  GROUP BY indexrelid HAVING bool_or(a.attname = $2)`

/** Tables whose rows describe a single entry and are deleted with it. */
const OWN_TABLES = ['archive_documents', 'entry_sources', 'possible_duplicates']

/**
 * Any plugin can refer to entries and documents, so the references are found in the catalog. A
 * reference that the kept row already has is deleted with its row.
 */
async function moveReferences(tables: SheetTables, replacements: Replacement[]): Promise<void> {
  const byTable = Map.groupBy(replacements, ({ table }) => table)
  for (const [target, moves] of byTable) {
    const { rows } = await tables.query<[table: string, column: string]>(REFERENCES, [target])
    for (const [table, column] of rows) {
      if (OWN_TABLES.includes(table)) continue
      const { rows: unique } = await tables.query<[others: string[] | null]>(UNIQUE_WITH, [
        table,
        column,
      ])
      const text = moveStatement(
        table,
        column,
        unique.map(([others]) => others ?? [])
      )
      for (const { from, to } of moves) await tables.query(text, [from, to])
    }
  }
}

/** Moves the rows whose unique columns the kept row doesn't have. */
function moveStatement(table: string, column: string, unique: string[][]): string {
  const taken = unique.map((others) => {
    const equal = others.map(
      (name) => ` AND o.${ident(name)} IS NOT DISTINCT FROM t.${ident(name)}`
    )
    return ` AND NOT EXISTS (SELECT FROM ${ident(table)} o WHERE o.${ident(column)} = $2${equal.join('')})`
  })
  return `UPDATE ${ident(table)} t SET ${ident(column)} = $2 WHERE ${ident(column)} = $1${taken.join('')}`
}
