/**
 * Finds the docket of a sheet in its court (fetch-and-upload, 2.5: the first rule that matches any
 * docket applies, and the oldest match is used).
 */
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'
import type { DocketSheet } from './schema.js'
import type { SheetTables } from './sheet_tables.js'
import { isSameNumber, readDocketNumbers, type DocketNumber } from '#app/support/docket_number'

/** Values of an existing docket, as text. */
const COLUMNS = {
  id: 'id',
  court_id: 'court_id',
  docket_number: 'docket_number',
  docket_number_raw: 'docket_number_raw',
  docket_number_core: 'docket_number_core',
  registry_case_id: "nullif(registry_case_id, '')",
  source: 'source',
  case_name: 'case_name',
  case_name_full: 'case_name_full',
  case_name_short: 'case_name_short',
  slug: 'slug',
  nature_of_suit: 'nature_of_suit',
  assigned_to_str: 'assigned_to_str',
  assigned_to_id: 'assigned_to_id',
  referred_to_str: 'referred_to_str',
  referred_to_id: 'referred_to_id',
  date_last_filing: 'date_last_filing',
  originating_court_information_id: 'originating_court_information_id',
  federal_defendant_number: 'federal_defendant_number',
  federal_dn_judge_initials_assigned: 'federal_dn_judge_initials_assigned',
  federal_dn_judge_initials_referred: 'federal_dn_judge_initials_referred',
  /** Whether the docket was blocked when it was created, and not by staff. */
  is_blocked_by_default: `blocked AND date_blocked = (date_created AT TIME ZONE 'UTC')::date`,
} as const
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]
const SELECT = `SELECT ${Object.values(COLUMNS)
  .map((column) => `(${column})::text`)
  .join(', ')} FROM dockets`

export type KnownDocket = Record<keyof typeof COLUMNS, string | null> & { id: string }

/** Maximum dockets of one court and number; a criminal case has one per defendant. */
const MAX_CANDIDATES = 1000

/** One query per column; without statistics, the planner would scan all dockets of the court. */
const CANDIDATES = `${SELECT} WHERE id IN (
    SELECT id FROM (
      SELECT id, court_id FROM dockets WHERE docket_number = $2
      UNION ALL SELECT id, court_id FROM dockets WHERE docket_number_core = $3 AND $3 <> ''
      UNION ALL SELECT id, court_id FROM dockets WHERE registry_case_id = $4
      OFFSET 0
    ) AS alike WHERE court_id = $1)
  ORDER BY date_created, id LIMIT ${MAX_CANDIDATES} FOR UPDATE`
const BY_KEY = `${SELECT} WHERE id = $1`

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name`

type Docket = DocketSheet['docket']

/** A docket with its court and number. */
export type NamedDocket = Docket & { court_id: string; docket_number: string }

/** Finds a docket by ID. */
export async function docketByKey(
  tables: SheetTables,
  id: number | string,
  { locked = false } = {}
): Promise<KnownDocket | undefined> {
  const [found] = await read(tables, locked ? `${BY_KEY} FOR UPDATE` : BY_KEY, [id])
  return found
}

/**
 * Finds the docket of a court, number, and case ID, and locks it against other merges until the
 * transaction ends, even if it doesn't exist yet.
 */
export async function findDocket(
  tables: SheetTables,
  given: NamedDocket
): Promise<KnownDocket | undefined> {
  const { court_id: court, docket_number: number } = given
  const caseId = given.registry_case_id || null
  const core = getDocketNumberCore(number)
  const [, candidates] = await Promise.all([
    tables.query(LOCK, [lockNames(given)]),
    read(tables, CANDIDATES, [court, number, core, caseId]),
  ])
  return choose(given, candidates)
}

/** Sorted, so that merges can't deadlock. */
function lockNames(given: NamedDocket): string[] {
  const { court_id: court, docket_number: number, registry_case_id: caseId } = given
  const names = [`number ${getDocketNumberCore(number) || number}`]
  if (caseId) names.push(`case ${caseId}`)
  return names.map((name) => `${ADVISORY_LOCK_NAMES.docket}${court} ${name}`).sort()
}

/** Locks all dockets that a transaction will merge. */
export async function lockDockets(tables: SheetTables, dockets: NamedDocket[]): Promise<void> {
  await tables.query(LOCK, [[...new Set(dockets.flatMap(lockNames))].sort()])
}

async function read(tables: SheetTables, text: string, values: unknown[]): Promise<KnownDocket[]> {
  const { rows } = await tables.query<(string | null)[]>(text, values)
  return rows.map(
    (row) => Object.fromEntries(NAMES.map((name, place) => [name, row[place]])) as KnownDocket
  )
}

/** @param candidates oldest first */
function choose(given: NamedDocket, candidates: KnownDocket[]): KnownDocket | undefined {
  const caseId = given.registry_case_id || null
  const core = getDocketNumberCore(given.docket_number)
  const isCase = (docket: KnownDocket) => docket.registry_case_id === caseId
  const isNew = (docket: KnownDocket) => docket.registry_case_id === null
  const isNumber = (docket: KnownDocket) => docket.docket_number === given.docket_number
  const isCore = (docket: KnownDocket) =>
    isNumber(docket) || (core !== '' && docket.docket_number_core === core)
  // Cases of different types and offices can share a core; only a case ID identifies them.
  const isLike = (docket: KnownDocket) =>
    isCore(docket) && areAlike(given.docket_number, docket.docket_number ?? '')
  const rules = caseId
    ? [
        (docket: KnownDocket) => isCase(docket) && isCore(docket),
        (docket: KnownDocket) => isNew(docket) && isLike(docket),
        isCase,
      ]
    : [(docket: KnownDocket) => isNew(docket) && isLike(docket), isLike, isNumber]
  for (const rule of rules) {
    const found = candidates.filter(rule)
    if (found.length) return narrowed(given, found)[0]
  }
  return undefined
}

/** Columns that distinguish dockets with the same number, most specific first. */
const TELLING = [
  'federal_defendant_number',
  'federal_dn_judge_initials_assigned',
  'federal_dn_judge_initials_referred',
] as const

function narrowed(given: NamedDocket, found: KnownDocket[]): KnownDocket[] {
  for (const name of TELLING) {
    if (found.length === 1) break
    const value = String(given[name] ?? '')
    const same = value ? found.filter((docket) => docket[name] === value) : []
    if (same.length) found = same
  }
  return found
}

/** Digits of the serial number in a core: with and without a case type. */
const TYPED_DIGITS = 5
const UNTYPED_DIGITS = 6

/**
 * The year and serial number of a federal district or bankruptcy docket number, which are the same
 * in all its spellings; empty for other numbers.
 */
export function getDocketNumberCore(number: string): string {
  const { year, serial, type } = firstOf(number) ?? {}
  if (!year || !serial) return ''
  return year + serial.padStart(type ? TYPED_DIGITS : UNTYPED_DIGITS, '0')
}

/**
 * Whether two docket numbers of a court can be the same: all parts that both include are equal.
 * Numbers in other formats must be identical.
 */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [firstOf(one), firstOf(other)]
  return first !== undefined && second !== undefined && isSameNumber(first, second)
}

const firstOf = (number: string): DocketNumber | undefined => readDocketNumbers(number).numbers[0]
