/** Rows of a sheet's entries and documents. */
import { refuseForeignKeys } from './known_rows.js'
import {
  addDocument,
  documentColumns,
  findKnownDocument,
  isAttached,
  newEntry,
  RANKS,
  toText,
  type KnownDocument,
  type KnownEntry,
} from './known_records.js'
import type { KnownSheet } from './known_sheet.js'
import { comparedEntry } from './matching/entry_evidence.js'
import type { GivenEntry } from './matching/identity_matches.js'
import { matchEntries, type EntryMatches } from './matching/match_entries.js'
import { mergeDuplicates } from './merged_entries.js'
import type { PossibleDuplicate } from './possible_duplicates.js'
import type { MergeRules, SheetEntry } from './schema.js'
import { SheetError } from './refusal.js'
import { entryUpdate, labelUpdate, sourceRank, sourceRow } from './sources.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

type SheetDocument = NonNullable<SheetEntry['documents']>[number]

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
  undecided: PossibleDuplicate[]
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
  const matches = matchEntries(
    known.records.entries,
    given.map((entry) => givenFacts(entry, rules)),
    { ordered: !rules.singleEntries }
  )
  const placed = placeEntries(docket, given, matches, rules)
  await shareKeys(tables, 'docket_entries', placed)
  const merged = await mergeDuplicates(tables, matches.duplicates)
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
      { table: 'entry_sources', rows: sourceRows(placed, rules) },
      {
        table: 'archive_documents',
        rows: [
          ...merged.moved,
          ...rowsOf(documents),
          ...numberedRows(placed.map(({ there }) => there)),
        ],
      },
      { table: 'docket_entries', rows: [], gone: merged.entries },
    ],
    entries: keysOf(placed),
    documents: keysOf(documents),
    undecided: matches.undecided.map(({ given: place, known: other, reason }) => ({
      entries: [String(placed[place]!.row.id), other.id!],
      reason,
    })),
  }
}

function givenFacts(entry: SheetEntry, { source }: MergeRules): GivenEntry {
  const { id, documents = [], date_filed: day = null, time_filed: time = null } = entry
  return {
    ...(id !== undefined && { id: String(id) }),
    number: toText(entry.entry_number),
    sequence: toText(entry.registry_sequence_number),
    day,
    text: entry.description ?? '',
    announced: source === 'feed' && day ? { day, time } : null,
    entered: entry.date_entered ?? null,
    documents: documents.map((document) => ({
      number: document.document_number,
      attachment: toText(document.attachment_number),
      registryId: document.registry_doc_id ?? '',
      label: document.description ?? null,
    })),
  }
}

/** Days between filing and entry in a docket. */
const DAYS_TO_ENTER = 7
const DAY = 86_400_000

/** The days on which texts of existing entries are compared with the unnumbered ones of a sheet. */
export function comparedDays(entries: SheetEntry[]): string[] {
  const days = new Set<string>()
  for (const entry of entries) {
    if (toText(entry.entry_number) !== null || entry.id !== undefined) continue
    const facts = givenFacts(entry, { source: 'feed' })
    for (const day of comparedEntry(facts).days)
      for (let before = 0; before <= DAYS_TO_ENTER; before++)
        days.add(new Date(Date.parse(`${day}T00:00:00Z`) - before * DAY).toISOString().slice(0, 10))
  }
  return [...days]
}

function placeEntries(
  docket: string,
  given: SheetEntry[],
  { entries }: EntryMatches,
  rules: MergeRules
): Placed[] {
  const rank = sourceRank(rules)
  return given.map((entry, place): Placed => {
    const match = entries[place]
    const there = match ?? newEntry(entry)
    const { announced = null, entered = null } = givenFacts(entry, rules)
    there.announced ??= announced
    there.entered ??= entered
    if (!match) {
      const { documents, date_entered, ...values } = entry
      there.ranks = { place: rank, text: there.hasText ? rank : 0, label: 0 }
      return { given: entry, there, row: { ...values, id: entry.id, docket_id: docket } }
    }
    const { row, ranks } = entryUpdate(there, entry, rules)
    there.ranks = ranks
    const number = toText(entry.entry_number)
    if (number !== null) there.number = number
    return { given: entry, there, row: { ...row, id: there.id, docket_id: docket } }
  })
}

/** Rows of entries whose values aren't all from a docket sheet. */
function sourceRows(placed: Placed[], rules: MergeRules): Row[] {
  const isSheet = sourceRank(rules) === RANKS.sheet
  return placed.flatMap(({ given, there, row }) => {
    // A menu only adds documents to its entry.
    const isListed = !isSheet || (given.date_filed ?? null) !== null
    return there.isAnnounced || there.announced || there.entered || (!isSheet && isListed)
      ? [sourceRow(String(row.id), there)]
      : []
  })
}

/** Documents that were listed before their entry had a number. */
export function numberedRows(entries: KnownEntry[]): Row[] {
  return entries.flatMap(({ id, number, documents }) => {
    if (number === null) return []
    return documents.flatMap((document) => {
      const isTaken = documents.some(
        (one) => one.number === number && one.attachment === document.attachment
      )
      if (document.number || isTaken) return []
      document.number = number
      return [{ ...documentColumns(id!, document), document_number: number }]
    })
  })
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
  rules: MergeRules
): { there: KnownDocument; row: Row }[] {
  const { fromPage = false } = rules
  const seen = new Set<KnownDocument>()
  return (given.documents ?? []).flatMap((document, at) => {
    if (isAttached(there, document)) return []
    const known = findKnownDocument(there, document)
    const found = known ?? addDocument(there, document)
    if (seen.has(found)) {
      if (fromPage) return []
      throw new SheetError(`docket_entries.${place}.documents.${at}: listed twice`)
    }
    seen.add(found)
    const number = document.document_number || found.number || there.number || ''
    const values: Row = {
      ...document,
      ...labelOf(there, known?.label ?? null, document, rules),
      // The values of a stored file are more reliable than those of a page.
      ...(fromPage && found.hasFile && { page_count: undefined, file_size: undefined }),
      id: document.id ?? found.id,
      docket_entry_id: row.id,
      document_number: number,
      attachment_number: document.attachment_number ?? null,
    }
    found.number = number
    return [{ there: found, row: values }]
  })
}

/** Keeps the label of a main document that a more detailed source printed. */
function labelOf(
  there: KnownEntry,
  known: string | null,
  { attachment_number: attachment, description: label }: SheetDocument,
  rules: MergeRules
): Row {
  if ((attachment ?? null) !== null || !label) return {}
  const { update, rank } = labelUpdate(there, { label, known }, rules)
  there.ranks = { ...there.ranks, label: rank }
  return update ? {} : { description: undefined }
}
