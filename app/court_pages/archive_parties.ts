import type { ArchiveRecords } from './archive_xml.js'
import { numericDate } from './dates.js'

/** An attorney of a party. */
export interface ArchiveAttorney {
  name: string
  /** Address and telephone, a line each; `PRO SE` for a party without an attorney. */
  contact: string
  roles: string[]
}

/** A party of a docket in the archive's XML. */
export interface ArchiveParty {
  name: string
  type: string
  extra_info: string
  date_terminated: string | null
  attorneys: ArchiveAttorney[]
}

const SEE_ABOVE = '(See above for address)'
/** Characters of an address that are repeated; those of real attorneys have some hundred. */
const MAX_REPEATED = 1_000

/** The parties with a name, each once, with the addresses of attorneys who were printed above. */
export function archiveParties(records: ArchiveRecords['parties']): ArchiveParty[] {
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
