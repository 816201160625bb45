import { randomUUID } from 'node:crypto'
import { courtOf } from './courts.js'
import type {
  Delivery,
  DocumentState,
  SimulatedCase,
  SimulatedDocument,
  SimulatedEntry,
  SimulatedAttorney,
  SimulatedParty,
} from './types.js'

/** A document to make; what is left out is usual. */
export interface DocumentToMake {
  description?: string
  pages?: number
  delivery?: Delivery
  state?: DocumentState
  warns?: boolean
  magicNumber?: string
  isOpinion?: boolean
  /** In place of the next one: for documents of an earlier generation. */
  serial?: number
  /** The whole ID: a GUID of ACMS, which is random unless given. */
  id?: string
}

/** An entry to make. */
export interface EntryToMake {
  filed: string
  /** The day of filing, unless given. */
  entered?: string
  event: string
  text?: string
  filer?: string
  isUnnumbered?: boolean
  /** Of an entry in ACMS; random unless given. */
  id?: string
  /** Main document and attachments; one of a page unless given. */
  documents?: DocumentToMake[]
}

/** A case to make: its kind, place and name; what is left out is usual or empty. */
export type CaseToMake = Pick<SimulatedCase, 'court' | 'kind' | 'id' | 'number' | 'name'> &
  Partial<Omit<SimulatedCase, 'entries'>> & {
    /** The serial number of the first document. */
    serial: number
    entries?: EntryToMake[]
  }

const USUAL: Omit<SimulatedCase, 'court' | 'kind' | 'id' | 'number' | 'name'> = {
  state: 'open',
  initials: [],
  defendant: null,
  division: '',
  filed: '2024-01-02',
  terminated: null,
  judge: '',
  referredTo: '',
  demand: '',
  cause: '',
  natureOfSuit: '',
  juryDemand: '',
  jurisdiction: '',
  chapter: '',
  trustee: '',
  flags: [],
  parties: [],
  entries: [],
  claims: [],
  creditors: [],
  members: [],
  lead: null,
  panel: [],
  caseTypes: [],
  appealFrom: '',
  feeStatus: '',
  origin: null,
}

/** A case with numbered entries and documents. */
export function makeCase({ serial, entries = [], ...given }: CaseToMake): SimulatedCase {
  const made: SimulatedCase = { ...USUAL, ...given, entries: [] }
  let next = serial
  for (const entry of entries) next = nextSerial([append(made, entry, next)], next)
  return made
}

/** Adds an entry at the end of a case: the next number, sequence and document IDs. */
export function addEntry(of: SimulatedCase, entry: EntryToMake): SimulatedEntry {
  return append(of, entry, nextSerial(of.entries, 1))
}

function append(of: SimulatedCase, entry: EntryToMake, firstSerial: number): SimulatedEntry {
  const { filed, entered = filed, event, text = event, filer = 'Clerk, Simulated' } = entry
  const { documents = entry.isUnnumbered ? [] : [{}] } = entry
  const last = of.entries.findLast((one) => one.number !== null)?.number ?? 0
  const made: SimulatedEntry = {
    id: of.kind === 'acms' ? (entry.id ?? randomUUID()) : null,
    number: entry.isUnnumbered ? null : last + 1,
    sequence: (of.entries.at(-1)?.sequence ?? 7) + 3,
    filed,
    entered,
    event,
    text,
    filer,
    documents: [],
  }
  let next = firstSerial
  for (const [attachment, document] of documents.entries()) {
    const serial = document.serial ?? next++
    made.documents.push(makeDocument(document, { of, attachment, serial }))
  }
  of.entries.push(made)
  return made
}

function makeDocument(
  { description = '', pages = 2, ...given }: DocumentToMake,
  { of, attachment, serial }: { of: SimulatedCase; attachment: number; serial: number }
): SimulatedDocument {
  return {
    id: given.id ?? (of.kind === 'acms' ? randomUUID() : `${courtOf(of.court).prefix}0${serial}`),
    attachment,
    description: description || (attachment === 0 ? 'Main Document' : `Exhibit ${attachment}`),
    pages,
    bytes: pages * 21_317 + ((serial * 977) % 9_000),
    delivery: given.delivery ?? 'pdf',
    state: given.state ?? null,
    warns: given.warns ?? false,
    magicNumber: given.magicNumber ?? null,
    isOpinion: given.isOpinion ?? false,
  }
}

/** After the highest serial that entries count up to; earlier generations do not count. */
function nextSerial(entries: SimulatedEntry[], first: number): number {
  const serials = entries.flatMap(({ documents }) => documents.map(({ id }) => Number(id.slice(4))))
  return Math.max(first, ...serials.map((serial) => serial + 1).filter(Number.isFinite))
}

/** Invented counsel. */
export const attorney = (name: string, firm: string, roles: string[]): SimulatedAttorney => ({
  name,
  contact: [
    firm,
    '100 Simulated Street',
    'Springfield, ZZ 00000',
    '555-0100',
    `Email: ${name.split(' ').at(-1)!.toLowerCase()}@example.com`,
  ],
  roles,
})

export const LEAD = ['LEAD ATTORNEY', 'ATTORNEY TO BE NOTICED']
export const NOTICED = ['ATTORNEY TO BE NOTICED']

/** A party with its counsel. */
export const party = (
  type: string,
  name: string,
  attorneys: SimulatedAttorney[] = [],
  rest: Partial<SimulatedParty> = {}
): SimulatedParty => ({ type, name, extra: [], terminated: null, attorneys, ...rest })
