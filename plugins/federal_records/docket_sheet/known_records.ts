/** Matches the entries and documents of a sheet with existing ones (fetch-and-upload, 2.5). */
import type { SheetEntry } from './schema.js'

type SheetDocument = NonNullable<SheetEntry['documents']>[number]

export interface KnownEntry {
  /** Undefined for a new entry of the sheet. */
  id?: string
  number: string | null
  sequence: string | null
  day: string | null
  text: string | null
  documents: KnownDocument[]
  /** Matched already; each unnumbered entry of a sheet needs a different match. */
  taken?: boolean
}

export interface KnownDocument {
  id?: string
  number: string
  attachment: string | null
  registryId: string
  hasFile: boolean
  label: string | null
}

type Value = string | null

export class KnownRecords {
  readonly #entries = new Map<string, KnownEntry>()
  readonly #alike = new Map<string, KnownEntry[]>()
  readonly #sequences = new Map<string, KnownEntry[]>()
  /** Entries by the registry ID of their main document. */
  readonly #mains = new Map<string, KnownEntry[]>()

  addEntry(id: string, [number, sequence, day, text]: Value[]): void {
    const entry = {
      id,
      number: number!,
      sequence: sequence!,
      day: day!,
      text: text!,
      documents: [],
    }
    this.#entries.set(id, entry)
    this.#add(entry)
  }

  /** Call it after the entries are added. */
  addDocument(id: string, [entry, number, attachment, registry, file, label]: Value[]): void {
    const holder = this.#entries.get(entry!)
    if (!holder) return
    if (registry && attachment === null) push(this.#mains, registry, holder)
    holder.documents.push({
      id,
      number: number!,
      attachment: attachment!,
      registryId: registry!,
      hasFile: file !== null,
      label: label!,
    })
  }

  #add(entry: KnownEntry): void {
    push(this.#alike, alikeness(entry.number, entry.day, entry.text), entry)
    if (entry.number === null && entry.sequence !== null)
      push(this.#sequences, `${entry.day} ${entry.sequence}`, entry)
  }

  /** The match of a sheet's entry; a new entry can be matched by later ones. */
  findOrAddEntry(given: SheetEntry): { entry: KnownEntry; duplicates: KnownEntry[] } {
    const found =
      given.id === undefined
        ? this.#find(given)
        : { entry: this.#entries.get(String(given.id)), duplicates: [] }
    if (found.entry) {
      found.entry.taken = true
      return { entry: found.entry, duplicates: found.duplicates }
    }
    const entry: KnownEntry = {
      ...(given.id !== undefined && { id: String(given.id) }),
      number: textOf(given.entry_number),
      sequence: textOf(given.registry_sequence_number),
      day: given.date_filed ?? null,
      text: given.description ?? '',
      documents: [],
      taken: true,
    }
    if (entry.id) this.#entries.set(entry.id, entry)
    this.#add(entry)
    return { entry, duplicates: [] }
  }

  #find(given: SheetEntry): { entry?: KnownEntry; duplicates: KnownEntry[] } {
    const number = textOf(given.entry_number)
    const sequence = textOf(given.registry_sequence_number)
    const day = given.date_filed ?? null
    const alike = this.#alike.get(alikeness(number, day, given.description ?? '')) ?? []
    const same = this.#ofMain(given)
    if (number !== null) {
      const found = best(ofSequence(alike, sequence))
      const unnumbered = same.find((one) => one.number === null && !one.taken)
      return found.entry || !unnumbered ? found : { entry: unnumbered, duplicates: [] }
    }
    if (same[0]) return { entry: same[0], duplicates: [] }
    const free = (entries: KnownEntry[]) => entries.filter(({ taken }) => !taken)
    const [entry] =
      sequence === null
        ? labelled(free(alike), given)
        : [
            ...free(this.#sequences.get(`${day} ${sequence}`) ?? []),
            ...labelled(free(alike), given).filter((one) => one.sequence === null),
          ]
    return { ...(entry && { entry }), duplicates: [] }
  }

  /** Entries with the same main document, because feeds and notices omit numbers. */
  #ofMain({ documents = [] }: SheetEntry): KnownEntry[] {
    const main = documents.find(({ attachment_number: number }) => (number ?? null) === null)
    return this.#mains.get(main?.registry_doc_id ?? '') ?? []
  }
}

/**
 * Of several entries with the same number, those with the sequence number or without one. An entry
 * that the sheet has matched with another sequence number is a different entry.
 */
function ofSequence(alike: KnownEntry[], sequence: string | null): KnownEntry[] {
  const same = alike.filter((entry) => entry.sequence === sequence)
  if (same.length) return same
  const free = alike.filter(({ taken }) => !taken)
  if (sequence === null) return free
  const unknown = free.filter((entry) => entry.sequence === null)
  if (unknown.length) return unknown
  return alike.length === 1 ? free : []
}

/** The entry with a file, or else the newest, and its duplicates. */
function best(found: KnownEntry[]): { entry?: KnownEntry; duplicates: KnownEntry[] } {
  if (found.length <= 1) return { ...(found[0] && { entry: found[0] }), duplicates: [] }
  const entry =
    found.find((one) => one.documents.some(({ hasFile }) => hasFile)) ??
    found.toSorted((one, other) => Number(other.id ?? Infinity) - Number(one.id ?? Infinity))[0]!
  const duplicates = found.filter(
    (one) => one !== entry && (one.sequence === null || one.sequence === entry.sequence)
  )
  return { entry, duplicates }
}

/** Distinguishes entries without text by the label of their document. */
function labelled(found: KnownEntry[], { description, documents = [] }: SheetEntry): KnownEntry[] {
  const label = documents.find(({ document_number: number }) => number === '')?.description
  if (description || !label) return found
  return found.filter(({ documents: there }) => there.some((one) => one.label === label))
}

/** The match of a sheet's document in an entry. */
export function findKnownDocument(
  entry: KnownEntry,
  given: SheetDocument
): KnownDocument | undefined {
  const { id, document_number: number } = given
  if (id !== undefined) return entry.documents.find((one) => one.id === String(id))
  const attachment = textOf(given.attachment_number)
  return (
    entry.documents.find((one) => one.number === number && one.attachment === attachment) ??
    (attachment === null ? mainWith(entry, given.registry_doc_id) : undefined)
  )
}

/** The main document with a registry ID, which feeds use before it has a number. */
function mainWith(entry: KnownEntry, id: string | null | undefined): KnownDocument | undefined {
  if (!id) return undefined
  return entry.documents.find((one) => one.attachment === null && one.registryId === id)
}

/** Adds a new document of the sheet. */
export function addDocument(entry: KnownEntry, given: SheetDocument): KnownDocument {
  const document: KnownDocument = {
    ...(given.id !== undefined && { id: String(given.id) }),
    number: given.document_number,
    attachment: textOf(given.attachment_number),
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

function alikeness(number: string | null, day: string | null, text: string | null): string {
  return number === null ? JSON.stringify([day, text]) : number
}

function textOf(value: number | null | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const there = map.get(key)
  if (there) there.push(value)
  else map.set(key, [value])
}
