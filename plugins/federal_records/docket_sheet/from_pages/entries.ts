/** Converts entries of a report to those of a sheet. */
import type { SheetEntry } from '../schema.js'
import {
  atMost,
  toDateOnly,
  emptyIfTooLong,
  removeEmptyValues,
  toBoundedInteger,
} from './values.js'

type SheetDocument = NonNullable<SheetEntry['documents']>[number]

/** A document in the list of an entry. */
export interface PrintedAttachment {
  attachment_number: number | string
  description: string
  page_count?: number | null
  file_size_bytes?: number | null
  pacer_doc_id: string | null
  acms_document_guid?: string | null
}

/** An entry in a report of any kind. */
export interface PrintedEntry {
  date_filed: string | null
  date_entered?: string | null
  document_number: string | number | null
  pacer_doc_id: string | null
  pacer_seq_no?: string | null
  description: string
  /** Name of the event. */
  short_description?: string
  page_count?: number | null
  file_size_bytes?: number | null
  attachments?: PrintedAttachment[]
}

/** Courts of appeals without entry numbers print the 12-digit document ID. */
const MAX_NUMBER = 999_999_999_999

/**
 * Entries in the order of the sheet, without undated ones. An entry without a date of filing was
 * filed when it was entered. Because not all have numbers, each gets its position in the day:
 * `2024-02-15.001`.
 *
 * @param entries in the order of the page, newest or oldest first
 */
export function sheetEntries(entries: PrintedEntry[]): SheetEntry[] {
  const dated = entries
    .map((entry) => ({ ...entry, date_filed: entry.date_filed ?? entry.date_entered ?? null }))
    .filter(({ date_filed: day }) => day !== null)
  const ordered = isNewestFirst(dated) ? dated.toReversed() : dated
  const places = new Map<string, number>()
  return ordered.map((entry) => {
    const day = toDateOnly(entry.date_filed)!
    const place = (places.get(day) ?? 0) + 1
    places.set(day, place)
    return sheetEntry(entry, day, place)
  })
}

/** Compares the first two entries of different days, or else their numbers. */
function isNewestFirst(entries: PrintedEntry[]): boolean {
  const rise = (values: (string | number | null)[]) => {
    const known = values.filter((value) => value !== null)
    const at = known.findIndex((value) => value !== known[0])
    return at === -1 ? null : known[at]! > known[0]!
  }
  return !(
    rise(entries.map(({ date_filed: day }) => toDateOnly(day))) ??
    rise(entries.map(({ document_number: number }) => toBoundedInteger(number, MAX_NUMBER))) ??
    true
  )
}

function sheetEntry(entry: PrintedEntry, day: string, place: number): SheetEntry {
  const number = toBoundedInteger(entry.document_number, MAX_NUMBER)
  const time = timeOf(entry.date_filed)
  return {
    ...(number !== null && { entry_number: number }),
    date_filed: day,
    recap_sequence_number: `${day}.${String(place).padStart(3, '0')}`,
    ...removeEmptyValues({
      time_filed: time,
      date_entered: enteredOutsideText(entry),
      registry_sequence_number: toBoundedInteger(entry.pacer_seq_no),
      description: entry.description,
    }),
    documents: [...mainDocument(entry, number), ...attachments(entry, number)],
  }
}

/** The day of entry, unless the text ends with it. */
function enteredOutsideText({ date_entered: entered, description }: PrintedEntry): string | null {
  return entered && !PRINTS_ENTERED.test(description) ? toDateOnly(entered) : null
}

const PRINTS_ENTERED = /[([]\s{0,3}entered\b/i

/** The local time of a timestamp with an offset. */
function timeOf(filed: string | null): string | null {
  return /T(\d{2}:\d{2}:\d{2})[+-]\d{2}:\d{2}$/.exec(filed ?? '')?.[1] ?? null
}

/** An entry without a number, ID, and label has no document. */
function mainDocument(entry: PrintedEntry, number: number | null): SheetDocument[] {
  if (number === null && !entry.pacer_doc_id && !entry.short_description) return []
  return [
    {
      document_type: 1,
      document_number: numberText(number),
      ...removeEmptyValues({
        registry_doc_id: emptyIfTooLong(64, entry.pacer_doc_id),
        description: entry.short_description,
        page_count: toBoundedInteger(entry.page_count),
        file_size: toBoundedInteger(entry.file_size_bytes) || null,
      }),
    },
  ]
}

function attachments({ attachments: listed = [] }: PrintedEntry, number: number | null) {
  return listed.flatMap((attachment) => attachmentDocument(attachment, numberText(number)))
}

const MAX_ATTACHMENT = 2 ** 15 - 1

/** The document of an attachment; empty if it has no valid number. */
export function attachmentDocument(attachment: PrintedAttachment, number: string): SheetDocument[] {
  const place = toBoundedInteger(attachment.attachment_number, MAX_ATTACHMENT)
  if (!place) return []
  return [
    {
      document_type: 2,
      document_number: atMost(32, number),
      attachment_number: place,
      ...removeEmptyValues({
        registry_doc_id: emptyIfTooLong(64, attachment.pacer_doc_id),
        acms_document_guid: emptyIfTooLong(64, attachment.acms_document_guid),
        description: attachment.description,
        page_count: toBoundedInteger(attachment.page_count),
        file_size: toBoundedInteger(attachment.file_size_bytes) || null,
      }),
    },
  ]
}

const numberText = (number: number | null) => (number === null ? '' : String(number))
