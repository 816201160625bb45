import { distance } from 'fastest-levenshtein'
import { readXml } from './xml.js'
import { isOfKind } from './recognition.js'

/** A case with the requested number at a court. */
export interface PossibleCase {
  docket_number: string
  pacer_case_id: string
  /** The full number, the case name, and the closing date. */
  title: string
  /** Number of the defendant of a criminal docket; 0 is the main docket. */
  defendant: number | null
}

/** A court's response to a docket number. */
export interface PossibleCases {
  /** The number as interpreted by the court. */
  request: string
  cases: PossibleCase[]
  /** Reason for an empty result: not found, or under seal. */
  message: string | null
}

/** Other known data of the case. */
export interface KnownOfCase {
  office?: string
  caseType?: string
  caseName?: string
}

/** Maximum number of cases read from a response. */
const MAX_CASES = 10_000
/** Maximum number of characters compared in names. */
const MAX_NAME = 1_000

/**
 * The cases of a court with a number.
 *
 * @param source the XML of the response
 * @returns cases and message, or null if the text is another response
 */
export function parsePossibleCaseNumbers(source: string): PossibleCases | null {
  if (!isOfKind('possible_case_numbers', source)) return null
  const answer: PossibleCases = { request: '', cases: [], message: null }
  readXml(source, {
    onopentag(name, { number, id, title, defendant, text }) {
      if (name === 'request') answer.request = number ?? ''
      else if (name === 'message') answer.message ??= text ?? ''
      else if (name === 'case' && number && id && answer.cases.length < MAX_CASES) {
        answer.cases.push({
          docket_number: number,
          pacer_case_id: id,
          title: title ?? '',
          defendant: /^\d{1,6}$/.test(defendant ?? '') ? Number(defendant) : null,
        })
      }
    },
  })
  return answer
}

/**
 * Selects one of the cases with the same number: by office, by type, as the main docket of a
 * criminal case, or by the closest name.
 *
 * @returns the case, null if none matches, or `ambiguous`
 */
export function chooseCase(
  { cases }: PossibleCases,
  { office, caseType, caseName }: KnownOfCase = {}
): PossibleCase | null | 'ambiguous' {
  let left = narrow(cases, (one) => !office || one.docket_number.split(':')[0] === office)
  left = narrow(left, (one) => !caseType || one.docket_number.includes(`-${caseType}-`))
  if (left.length <= 1) return left[0] ?? null
  const main = mainDocket(left)
  if (main) return main
  if (!caseName) return 'ambiguous'
  const far = (one: PossibleCase) =>
    distance(caseNameIn(one.title).toLowerCase(), caseName.toLowerCase().slice(0, MAX_NAME))
  return left
    .map((one) => ({ one, far: far(one) }))
    .reduce((best, next) => (next.far < best.far ? next : best)).one
}

function narrow(cases: PossibleCase[], fits: (one: PossibleCase) => boolean): PossibleCase[] {
  const fitting = cases.filter(fits)
  return fitting.length > 0 ? fitting : cases
}

/** The lowest of dockets with consecutive defendant numbers or IDs. */
function mainDocket(cases: PossibleCase[]): PossibleCase | null {
  const defendants = cases.every(({ defendant }) => defendant !== null)
  const key = ({ defendant, pacer_case_id: id }: PossibleCase) =>
    defendants ? (defendant ?? 0) : Number(id)
  const sorted = cases.toSorted((one, other) => key(one) - key(other))
  const follow = sorted.every((one, at) => at === 0 || key(one) - key(sorted[at - 1]) === 1)
  return follow ? sorted[0] : null
}

/** The name in `3:12-cv-03879-VC Smith v. Doe (closed 07/14/2015)`. */
export function caseNameIn(title: string): string {
  const closed = title.lastIndexOf('(closed')
  const end = closed === -1 ? title.length : closed
  const start = title.indexOf(' ') + 1
  return title.slice(start, end).trim().slice(0, MAX_NAME)
}
