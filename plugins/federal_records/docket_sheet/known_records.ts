/** The existing entries and documents of a docket, as far as a merge needs them. */
import type { Announced } from './matching/entry_evidence.js'
import type { EntrySource, SheetEntry } from './schema.js'
import type { Row } from './sheet_tables.js'

type SheetDocument = NonNullable<SheetEntry['documents']>[number]

/** Ranks of sources: higher ones are more detailed. */
export const RANKS: Readonly<Record<EntrySource, number>> = {
  feed: 1,
  opinions: 2,
  notice: 3,
  history: 4,
  sheet: 5,
}

/** The ranks of the sources of an entry's date and position, text, and label; 0 is below all. */
export interface EntryRanks {
  place: number
  text: number
  label: number
}

export interface KnownEntry {
  /** Undefined for a new entry of the sheet. */
  id?: string
  number: string | null
  sequence: string | null
  day: string | null
  time: string | null
  /** Position in the docket (`recap_sequence_number`). */
  place: string
  /** Empty unless `isTextKnown`. */
  text: string
  hasText: boolean
  /** Whether the text was read; only unnumbered entries and those of certain days are compared. */
  isTextKnown: boolean
  announced: Announced | null
  /** The day of entry, if a notice, a history, or a feed printed it. */
  entered: string | null
  /** Whether a feed, notice, or report announced the entry. */
  isAnnounced: boolean
  ranks: EntryRanks
  /** Whether a docket sheet listed the entry, so that its place among the others is known. */
  isPlaced: boolean
  documents: KnownDocument[]
}

export interface KnownDocument {
  id?: string
  number: string
  attachment: string | null
  registryId: string
  /** Whether it has a file, or is sealed. */
  hasFile: boolean
  /** The label of a main document. */
  label: string | null
}

type Value = string | null

export class KnownRecords {
  readonly #entries = new Map<string, KnownEntry>()

  get entries(): KnownEntry[] {
    return [...this.#entries.values()]
  }

  /** @param values columns of `KNOWN.entries` */
  addEntry(id: string, values: Value[]): void {
    const [number, sequence, day, time, place, hasText, text, ...announced] = values
    const [announcedDay, announcedTime, entered, ...ranks] = announced
    const [placeRank, textRank, labelRank] = ranks.map((rank) =>
      rank === null ? null : Number(rank)
    )
    this.#entries.set(id, {
      id,
      number: number!,
      sequence: sequence!,
      day: day!,
      time: time!,
      place: place!,
      text: text ?? '',
      hasText: hasText !== null,
      isTextKnown: text !== null,
      announced: announcedDay ? { day: announcedDay, time: announcedTime! } : null,
      entered: entered!,
      isAnnounced: typeof placeRank === 'number',
      ranks: {
        place: placeRank ?? RANKS.sheet,
        text: textRank ?? RANKS.sheet,
        label: labelRank ?? RANKS.sheet,
      },
      isPlaced: (placeRank ?? RANKS.sheet) >= RANKS.history,
      documents: [],
    })
  }

  /** Call it after the entries are added. */
  addDocument(id: string, [entry, number, attachment, registry, file, label]: Value[]): void {
    this.#entries.get(entry!)?.documents.push({
      id,
      number: number!,
      attachment: attachment!,
      registryId: registry!,
      hasFile: file !== null,
      label: label!,
    })
  }
}

/** The columns that the row of a document needs. */
export function documentColumns(entry: string, { id, attachment }: KnownDocument): Row {
  return { id: id!, docket_entry_id: entry, document_type: attachment === null ? 1 : 2 }
}

/** A new entry of a sheet, without its documents. */
export function newEntry(given: SheetEntry): KnownEntry {
  return {
    ...(given.id !== undefined && { id: String(given.id) }),
    number: toText(given.entry_number),
    sequence: toText(given.registry_sequence_number),
    day: given.date_filed ?? null,
    time: given.time_filed ?? null,
    place: given.recap_sequence_number ?? '',
    text: given.description ?? '',
    hasText: Boolean(given.description),
    isTextKnown: true,
    announced: null,
    entered: null,
    isAnnounced: false,
    ranks: { place: 0, text: 0, label: 0 },
    isPlaced: false,
    documents: [],
  }
}

/** The match of a sheet's document in an entry. */
export function findKnownDocument(
  entry: KnownEntry,
  given: SheetDocument
): KnownDocument | undefined {
  const { id, document_number: number, registry_doc_id: registryId } = given
  if (id !== undefined) return entry.documents.find((one) => one.id === String(id))
  const attachment = toText(given.attachment_number)
  const alike = entry.documents.filter((one) => one.attachment === attachment)
  return (
    alike.find((one) => one.number === number) ??
    // Feeds use the ID of a main document before it has a number.
    alike.find((one) => attachment === null && registryId && one.registryId === registryId) ??
    // Feeds and notices leave out numbers.
    alike.find(
      (one) =>
        (!one.number || !number) &&
        (!one.registryId || !registryId || one.registryId === registryId)
    )
  )
}

/** Adds a new document of the sheet. */
export function addDocument(entry: KnownEntry, given: SheetDocument): KnownDocument {
  const document: KnownDocument = {
    ...(given.id !== undefined && { id: String(given.id) }),
    number: given.document_number,
    attachment: toText(given.attachment_number),
    registryId: given.registry_doc_id ?? '',
    hasFile: false,
    label: given.description ?? null,
  }
  entry.documents.push(document)
  return document
}

/**
 * Whether a main document is one of the attachments: in courts of appeals, entries have only
 * attachments after their menu is merged.
 */
export function isAttached(entry: KnownEntry, given: SheetDocument): boolean {
  const { attachment_number: number, registry_doc_id: id } = given
  if ((number ?? null) !== null || !id) return false
  return entry.documents.some((one) => one.attachment !== null && one.registryId === id)
}

/** A number as the database prints it. */
export function toText(value: number | null | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}
