/** Converts parties and attorneys of a docket to those of a sheet. */
import type { MergeRules, SheetAttorney, SheetParty } from '../schema.js'
import { atMost, removeEmptyValues } from './values.js'
import { numericDate } from '#app/court_pages/dates'

export interface PrintedAttorney {
  name: string
  contact: string
  roles: string[]
}

export interface PrintedParty {
  name: string
  type: string
  extra_info?: string
  date_terminated?: string | null
  attorneys?: PrintedAttorney[]
  criminal_data?: CriminalData | null
}

/** The charges against a defendant. */
export interface CriminalData {
  counts: { name: string; disposition: string; status: string }[]
  complaints: { name: string; disposition: string }[]
  highest_offense_level_opening: string | null
  highest_offense_level_terminated: string | null
}

const PENDING = 1
const TERMINATED = 2

/** Omits parties without a name. */
export function sheetParties(parties: PrintedParty[]): SheetParty[] {
  return parties.filter(({ name }) => name.trim() !== '').map(sheetParty)
}

/** A page requested without terminated parties looks like one without any. */
export function partyRules(parties: PrintedParty[]): MergeRules['parties'] {
  return parties.some(({ date_terminated: day }) => day) ? 'all' : 'active'
}

function sheetParty(party: PrintedParty): SheetParty {
  const { criminal_data: charges } = party
  return {
    name: party.name,
    type: atMost(100, party.type.replaceAll('\u00A0', ' ')),
    ...removeEmptyValues({
      type_extra_info: party.extra_info,
      date_terminated: party.date_terminated,
    }),
    ...(party.attorneys?.some(isProSe) && { pro_se: PRO_SE }),
    ...(charges && {
      criminal_counts: charges.counts.map(({ name, disposition, status }) => ({
        name,
        disposition,
        status: status === 'terminated' ? TERMINATED : PENDING,
      })),
      criminal_complaints: charges.complaints,
      ...removeEmptyValues({
        highest_offense_level_opening: charges.highest_offense_level_opening,
        highest_offense_level_terminated: charges.highest_offense_level_terminated,
      }),
    }),
    ...(party.attorneys && { attorneys: party.attorneys.filter(({ name }) => name).map(attorney) }),
  }
}

const PRO_SE = 1

/** Courts list self-represented parties as their own attorneys. */
function isProSe({ contact }: PrintedAttorney): boolean {
  return contact.split('\n', MAX_LINES).some((line) => /^\s*PRO SE\s*$/i.test(line))
}

function attorney({ name, contact, roles }: PrintedAttorney): SheetAttorney {
  const { organization, ...numbers } = parseContact(contact)
  return {
    name,
    ...removeEmptyValues({ contact_raw: contact, ...numbers }),
    roles: parseAttorneyRoles(roles),
    ...(organization && { organizations: [organization] }),
  }
}

interface Role {
  role: number
  role_raw: string
  date_action: string | null
}

const UNKNOWN = 10

/** The first match of each group is used; courts of appeals print several codes in a line. */
const KINDS: [form: RegExp, role: number][][] = [
  [
    [/\bself-? ?terminated\b/i, 5],
    [/\bterminated\b/i, 6],
    [/\bsuspended\b/i, 7],
    [/\binactive\b/i, 8],
    [/\bdisbarred\b/i, 9],
    [/\bpro hac vice\b/i, 4],
    [/\bsealed group\b/i, 3],
  ],
  [
    [/\blead attorney\b/i, 2],
    [/\bLD\b/, 2],
  ],
  [
    [/\battorney to be noticed\b/i, 1],
    [/\bNTC\b/, 1],
  ],
]

/** The distinct roles of an attorney for a party. */
export function parseAttorneyRoles(lines: string[]): Role[] {
  const roles = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .flatMap(rolesIn)
  return [...new Map(roles.map((role) => [`${role.role} ${role.date_action}`, role])).values()]
}

function rolesIn(line: string): Role[] {
  const date = numericDate(/\d{1,2}\/\d{1,2}\/\d{2,4}/.exec(line)?.[0] ?? '')
  const found = KINDS.flatMap((kind) => kind.find(([form]) => form.test(line))?.[1] ?? [])
  return (found.length ? found : [UNKNOWN]).map((role) => ({
    role,
    role_raw: line,
    date_action: date,
  }))
}

/** The parsed contact block of an attorney (fetch-and-upload, 2.5). */
interface Contact {
  phone: string
  fax: string
  email: string
  /** The firm and its address, if any. */
  organization?: Address
}

interface Address {
  name: string
  address1?: string
  address2?: string
  city: string
  state: string
  zip_code: string
}

const MAX_LINES = 30
const EMAIL = /^(?:e-?mail:? ?)?([^\s@<>()]{1,64}@[^\s@<>()]{1,180}\.[a-z]{2,24})$/i
const FAX = /^(?:fax|facsimile|fax number)\b[ .:]*(.*)$/i
const FAX_AFTER = /^(.{7,40}?)\s*\(?(?:fax|facsimile)\)?$/i
const PHONE_LABEL = /^(?:tel(?:ephone)?|phone|ph|office|direct|cell)\b[ .:]*/i
const PHONE =
  /^\+?1?[-. ]?\(?(\d{3})\)?[-. /]*(\d{3})[-. ]*(\d{4})(?:\s*(?:,|x|ext\.?|extension)\s*\d{1,6})?$/i
const TOWN = /^(.{1,60}?),? +([A-Z]{2})\.?,? +(\d{5}(?:-\d{4})?)$/
const STREET =
  /\d|\b(?:street|st\.|avenue|ave\b|road|rd\.|boulevard|blvd|suite|ste\.?|floor|fl\.|p\.? ?o\.? box|building|bldg|room|plaza|square|drive|lane|highway|tower)\b/i

/**
 * Parses phone, fax, email, and address of a contact block.
 *
 * @param block lines; `PRO SE` for a self-represented party
 */
export function parseContact(block: string): Contact {
  const lines = block
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line && !/^PRO SE$/i.test(line))
    .slice(0, MAX_LINES)
  const contact: Contact = { phone: '', fax: '', email: '' }
  const address: string[] = []
  for (const line of lines) if (!takeNumber(line, contact)) address.push(line)
  const organization = addressOf(address)
  return { ...contact, ...(organization && { organization }) }
}

function takeNumber(line: string, contact: Contact): boolean {
  const email = EMAIL.exec(line)?.[1]
  if (email) {
    contact.email ||= email.toLowerCase()
    return true
  }
  const fax = FAX.exec(line)?.[1] ?? FAX_AFTER.exec(line)?.[1]
  if (fax !== undefined) {
    contact.fax ||= digitsOf(fax)
    return true
  }
  const phone = digitsOf(line.replace(PHONE_LABEL, ''))
  contact.phone ||= phone
  return phone !== ''
}

/** Ten digits, or empty for a text that isn't a phone number. */
function digitsOf(text: string): string {
  const found = PHONE.exec(text.trim())
  return found ? found.slice(1, 4).join('') : ''
}

/** The lines before the street are the firm; without a town there is no address. */
function addressOf(lines: string[]): Address | undefined {
  const at = lines.findIndex((line) => TOWN.test(line))
  const town = at === -1 ? null : TOWN.exec(lines[at]!)
  if (!town) return undefined
  const above = lines.slice(0, at)
  const street = above.findIndex((line) => STREET.test(line))
  // A block that starts with the street has no firm.
  if (street === 0 || above.length === 0) return undefined
  const names = street === -1 ? above : above.slice(0, street)
  const streets = street === -1 ? [] : above.slice(street)
  return {
    name: names[0]!,
    ...(streets[0] && { address1: streets[0] }),
    ...(streets.length > 1 && { address2: streets.slice(1).join(', ') }),
    city: town[1]!,
    state: town[2]!,
    zip_code: town[3]!,
  }
}
