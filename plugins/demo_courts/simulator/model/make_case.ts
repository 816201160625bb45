import { randomUUID } from 'node:crypto'
import { getSimulatedCourt } from './courts.js'
import type {
  Delivery,
  DocumentState,
  SimulatedCase,
  SimulatedDocument,
  SimulatedEntry,
  SimulatedAttorney,
  SimulatedParty,
} from './types.js'

/** A document to create. */
export interface DocumentToMake {
  description?: string
  pages?: number
  delivery?: Delivery
  state?: DocumentState
  warns?: boolean
  magicNumber?: string
  isOpinion?: boolean
  /** Serial number; set for documents of an earlier generation. */
  serial?: number
  /** The complete ID; default in ACMS: a random GUID. */
  id?: string
}

/** An entry to create. */
export interface EntryToMake {
  filed: string
  /** Default: the filing date. */
  entered?: string
  event: string
  text?: string
  filer?: string
  isUnnumbered?: boolean
  /** ID in ACMS; default: random. */
  id?: string
  /** Main document and attachments; default: one document. */
  documents?: DocumentToMake[]
}

/** A case to create; omitted fields are taken from `USUAL`. */
export type CaseToMake = Pick<SimulatedCase, 'court' | 'kind' | 'id' | 'number' | 'name'> &
  Partial<Omit<SimulatedCase, 'entries'>> & {
    /** Serial number of the first document. */
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

/** Creates a case with numbered entries and documents. */
export function makeCase({ serial, entries = [], ...given }: CaseToMake): SimulatedCase {
  const made: SimulatedCase = { ...USUAL, ...given, entries: [] }
  let next = serial
  for (const entry of entries) next = nextSerial([append(made, entry, next)], next)
  return made
}

/** Appends an entry with the next number, sequence number, and document IDs. */
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
    id:
      given.id ??
      (of.kind === 'acms' ? randomUUID() : `${getSimulatedCourt(of.court).prefix}0${serial}`),
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

/** The serial number after the highest one in the entries. */
function nextSerial(entries: SimulatedEntry[], first: number): number {
  const serials = entries.flatMap(({ documents }) => documents.map(({ id }) => Number(id.slice(4))))
  return Math.max(first, ...serials.map((serial) => serial + 1).filter(Number.isFinite))
}

/** Creates invented counsel. */
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

/** Creates a party with its counsel. */
export const party = (
  type: string,
  name: string,
  attorneys: SimulatedAttorney[] = [],
  rest: Partial<SimulatedParty> = {}
): SimulatedParty => ({ type, name, extra: [], terminated: null, attorneys, ...rest })
