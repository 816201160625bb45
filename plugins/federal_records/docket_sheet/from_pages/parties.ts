/**
 * Parties and attorneys of a docket as those of a sheet.
 */
import type { MergeRules } from '../merge_rules.js'
import type { SheetAttorney, SheetParty } from '../schema.js'
import { parseContact } from './contact.js'
import { atMost, printed } from './values.js'
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

/** What a defendant is charged with. */
export interface CriminalData {
  counts: { name: string; disposition: string; status: string }[]
  complaints: { name: string; disposition: string }[]
  highest_offense_level_opening: string | null
  highest_offense_level_terminated: string | null
}

const PENDING = 1
const TERMINATED = 2

/** Those without a name are left out. */
export function sheetParties(parties: PrintedParty[]): SheetParty[] {
  return parties.filter(({ name }) => name.trim() !== '').map(sheetParty)
}

/** Pages asked for without terminated parties look like those that have none. */
export function partyRules(parties: PrintedParty[]): MergeRules['parties'] {
  return parties.some(({ date_terminated: day }) => day) ? 'all' : 'active'
}

function sheetParty(party: PrintedParty): SheetParty {
  const { criminal_data: charges } = party
  return {
    name: party.name,
    type: atMost(100, party.type.replaceAll('\u00A0', ' ')),
    ...printed({ type_extra_info: party.extra_info, date_terminated: party.date_terminated }),
    ...(charges && {
      criminal_counts: charges.counts.map(({ name, disposition, status }) => ({
        name,
        disposition,
        status: status === 'terminated' ? TERMINATED : PENDING,
      })),
      criminal_complaints: charges.complaints,
      ...printed({
        highest_offense_level_opening: charges.highest_offense_level_opening,
        highest_offense_level_terminated: charges.highest_offense_level_terminated,
      }),
    }),
    ...(party.attorneys && { attorneys: party.attorneys.filter(({ name }) => name).map(attorney) }),
  }
}

function attorney({ name, contact, roles }: PrintedAttorney): SheetAttorney {
  const { organization, ...numbers } = parseContact(contact)
  return {
    name,
    ...printed({ contact_raw: contact, ...numbers }),
    roles: rolesOf(roles),
    ...(organization && { organizations: [organization] }),
  }
}

interface Role {
  role: number
  role_raw: string
  date_action: string | null
}

const UNKNOWN = 10

/** The first of the first kind that fits; courts of appeals print several codes in one line. */
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

/** The roles of an attorney for a party, each once. */
export function rolesOf(lines: string[]): Role[] {
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
