import { harmonize, UNKNOWN_CASE } from './case_names.js'
import { docketNumberParts } from './docket_numbers.js'
import type { DocketHead } from './docket_report.js'
import { normalDocumentId } from './document_links.js'
import { judgeName } from './judge_names.js'
import { clean, tidy } from './text.js'
import { numericDate } from './dates.js'
import { enteredOn } from './docket_entries.js'
import { readXml } from './xml.js'
import { isOfKind } from './recognition.js'

/** A document of an entry other than the main document. */
export interface ArchiveAttachment {
  attachment_number: string
  /** Absent without a separate date. */
  date_filed?: string | null
  description: string
  pacer_doc_id: string | null
  pacer_seq_no: string | null
}

/** An entry of a docket in the archive's XML. */
export interface ArchiveEntry {
  date_filed: string | null
  document_number: string | null
  pacer_doc_id: string | null
  pacer_seq_no: string | null
  short_description: string
  description: string
  /** Absent if the entry has no number. */
  attachments?: ArchiveAttachment[]
}

/** A docket in the archive's XML. */
export interface ArchiveDocket extends DocketHead {
  docket_number: string
  parties: ArchiveParty[]
  docket_entries: ArchiveEntry[]
}

/**
 * A docket in the archive's XML.
 *
 * @param source the XML
 * @param court the court's ID in the system
 * @returns the docket, or null if the text is another kind
 */
export function parseArchiveDocket(source: string, court: string): ArchiveDocket | null {
  if (!isOfKind('archive_docket', source)) return null
  const records = readArchiveXml(source)
  const value = (name: string) => tidy(records.details[name] ?? '')
  return {
    court_id: court,
    docket_number: docketNumberParts(value('docket_num')).docket_number,
    case_name: harmonize(value('case_name')) || UNKNOWN_CASE,
    date_filed: isoDate(value('date_case_filed')),
    date_terminated: isoDate(value('date_case_terminated')),
    date_converted: isoDate(value('date_converted')),
    date_discharged: isoDate(value('date_discharged')),
    assigned_to_str: judgeName(value('assigned_to')),
    referred_to_str: judgeName(value('referred_to')),
    cause: value('case_cause'),
    nature_of_suit: value('nature_of_suit'),
    jury_demand: value('jury_demand'),
    demand: value('demand'),
    jurisdiction: value('jurisdiction'),
    parties: archiveParties(records.parties),
    docket_entries: entriesOf(records.documents),
  }
}

/** `YYYY-MM-DD`; the archive writes zeros for unknown dates. */
const isoDate = (text: string): string | null =>
  /^(?!0000)\d{4}-(?!00)\d{2}-(?!00)\d{2}$/.test(text) ? text : null

type ArchiveDocument = ArchiveRecords['documents'][number]

/** Main documents as entries, other documents as attachments of the entry with their number. */
function entriesOf(documents: ArchiveDocument[]): ArchiveEntry[] {
  const isMain = ({ attachment }: ArchiveDocument) => /^0*$/.test(attachment)
  // Other documents without a date are known only from other sources and don't become entries.
  const dated = documents.filter(
    (one) => isMain(one) && (one.fields.date_filed !== undefined || enteredOn(textOf(one)))
  )
  const entries = dated.map(entryOf)
  const byNumber = new Map(dated.map(({ number }, at) => [number, entries[at]]))
  for (const one of documents) {
    if (isMain(one)) continue
    const entry = byNumber.get(one.number)
    if (entry) (entry.attachments ??= []).push(attachmentOf(one))
  }
  return entries
}

const textOf = ({ fields }: ArchiveDocument) => tidy(fields.long_desc ?? '')

function entryOf(document: ArchiveDocument): ArchiveEntry {
  const { number, fields } = document
  const filed = fields.date_filed
  return {
    // The archive omits the date of some documents whose text has the date of entry.
    date_filed: filed === undefined ? enteredOn(textOf(document)) : isoDate(clean(filed)),
    document_number: digitsOf(number),
    ...idsOf(fields),
    short_description: tidy(fields.short_desc ?? ''),
    description: tidy(fields.long_desc ?? ''),
  }
}

function attachmentOf({ attachment, fields }: ArchiveDocument): ArchiveAttachment {
  return {
    attachment_number: attachment,
    ...(fields.date_filed !== undefined && { date_filed: isoDate(clean(fields.date_filed)) }),
    // Its long description repeats the entry's.
    description: tidy(fields.short_desc ?? ''),
    ...idsOf(fields),
  }
}

function idsOf(fields: Record<string, string>) {
  const id = /^\d{4,12}$/.exec(clean(fields.pacer_doc_id ?? ''))?.[0]
  return {
    pacer_doc_id: id ? normalDocumentId(id) : null,
    pacer_seq_no: digitsOf(fields.pacer_de_seq_num ?? ''),
  }
}

const digitsOf = (text: string): string | null => /^\d{1,12}$/.exec(clean(text))?.[0] ?? null

/** An attorney of a party. */
interface ArchiveAttorney {
  name: string
  /** Postal address and telephone number, one line each; `PRO SE` for a party without an attorney. */
  contact: string
  roles: string[]
}

/** A party of a docket in the archive's XML. */
interface ArchiveParty {
  name: string
  type: string
  extra_info: string
  date_terminated: string | null
  attorneys: ArchiveAttorney[]
}

const SEE_ABOVE = '(See above for address)'
/** Maximum length of a repeated postal address; real ones have a few hundred characters. */
const MAX_REPEATED = 1_000

/** The parties with a name, deduplicated, with the postal addresses of attorneys printed above. */
function archiveParties(records: ArchiveRecords['parties']): ArchiveParty[] {
  const contacts = new Map<string, string>()
  for (const { attorneys } of records) {
    for (const { attorney_name: name, contact } of attorneys) {
      if (name && contact && contact.trim() !== SEE_ABOVE && !contacts.has(name)) {
        contacts.set(name, contact.slice(0, MAX_REPEATED))
      }
    }
  }
  const parties = records
    .map((record) => partyOf(record, contacts))
    .filter((party) => party.name !== '')
  return [...new Map(parties.map((party) => [JSON.stringify(party), party])).values()]
}

function partyOf(
  { fields, attorneys }: ArchiveRecords['parties'][number],
  contacts: Map<string, string>
): ArchiveParty {
  const extra = lines(fields.extra_info)
  return {
    name: (fields.name ?? '').trim(),
    type: (fields.type ?? '').trim(),
    extra_info: extra.join('\n'),
    date_terminated: terminated(extra),
    attorneys: attorneys.map((attorney) => ({
      name: (attorney.attorney_name ?? '').trim(),
      contact: contactOf(attorney, contacts),
      roles: lines(attorney.attorney_role),
    })),
  }
}

function contactOf(attorney: Record<string, string>, contacts: Map<string, string>): string {
  const printed = (attorney.contact ?? '').trim()
  const contact = printed === SEE_ABOVE ? contacts.get(attorney.attorney_name ?? '') : printed
  return lines(contact).join('\n')
}

const lines = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function terminated(extra: string[]): string | null {
  const line = extra.find((one) => one.startsWith('TERMINATED:'))
  return line ? numericDate(line.slice('TERMINATED:'.length)) : null
}

type Fields = Record<string, string>

/** The records of a docket in the archive's XML, with element texts by name. */
interface ArchiveRecords {
  details: Fields
  parties: { fields: Fields; attorneys: Fields[] }[]
  documents: { number: string; attachment: string; fields: Fields }[]
}

/** Elements that contain other elements. */
const RECORDS = new Set(['case_details', 'party', 'attorney', 'document'])

/**
 * Reads the archive's XML.
 *
 * @throws CourtPageError when elements are nested too deep
 */
function readArchiveXml(source: string): ArchiveRecords {
  const records: ArchiveRecords = { details: Object.create(null), parties: [], documents: [] }
  /** Open records, innermost last. */
  const open: Fields[] = []
  let text = ''
  readXml(source, {
    onopentag(name, attributes) {
      text = ''
      if (RECORDS.has(name)) open.push(newRecord(records, name, attributes))
    },
    ontext(part) {
      text += part
    },
    onclosetag(name) {
      const fields = open.at(-1)
      if (RECORDS.has(name)) open.pop()
      else if (fields) fields[name] ??= text
      text = ''
    },
  })
  return records
}

function newRecord(records: ArchiveRecords, name: string, attributes: Fields): Fields {
  const fields: Fields = Object.create(null)
  if (name === 'case_details') records.details = fields
  else if (name === 'party') records.parties.push({ fields, attorneys: [] })
  else if (name === 'attorney') records.parties.at(-1)?.attorneys.push(fields)
  else {
    const { doc_num: number = '', attachment_num: attachment = '' } = attributes
    records.documents.push({ number, attachment, fields })
  }
  return fields
}
