/**
 * Roles of attorneys as reports print them (fetch-and-upload, 2.5, table).
 */
import { numericDate } from '#app/court_pages/dates'

export interface Role {
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
