/** The existing or new row of a sheet's docket. */
import { toCaseSlug } from '#plugins/case_law/public'
import {
  areAlike,
  getDocketNumberCore,
  docketByKey,
  findDocket,
  type KnownDocket,
  type NamedDocket,
} from './find_docket.js'
import type { MergeRules, DocketSheet } from './schema.js'
import { SheetError } from './refusal.js'
import type { Row, SheetTables } from './sheet_tables.js'
import { LRUCache } from 'lru-cache'

type Docket = DocketSheet['docket']

export interface DocketRow extends Row {
  id: string
}

/** The row to write, and the existing docket. */
export interface FoundDocket {
  row: DocketRow
  known: KnownDocket | undefined
}

/**
 * Finds the docket by ID, or by court, number, and case ID.
 *
 * @throws SheetError if the docket doesn't exist and its court or number is unknown, or if the ID
 *   belongs to another docket
 */
export async function docketRow(
  tables: SheetTables,
  { docket, docket_entries: entries = [] }: DocketSheet,
  rules: MergeRules
): Promise<FoundDocket> {
  const given = await identified(tables, docket)
  const caseId = given.registry_case_id || null
  const { court_id: court, docket_number: number } = given
  const [byNumber, { rows: courts }] = await Promise.all([
    findDocket(tables, given),
    tables.query<[jurisdiction: string]>('SELECT jurisdiction FROM courts WHERE id = $1', [court]),
  ])
  const byKey =
    given.id === undefined ? undefined : await docketByKey(tables, given.id, { locked: true })
  if (byKey) refuseOther(given, byKey)
  else if (byNumber && given.id !== undefined)
    throw new SheetError(`docket.id: the archive has this docket as ${byNumber.id}`)
  const known = byKey ?? byNumber
  if (!known && !courts.length)
    throw new SheetError(`docket.court_id: the archive has no court "${court}"`)

  const [jurisdiction = ''] = courts[0] ?? []
  const core = TRIAL_COURTS.includes(jurisdiction) ? getDocketNumberCore(number) : ''
  const name = nameFor(given, known)
  const row: Row = {
    ...given,
    ...(known ? identityOf(known) : newIdentity(given)),
    ...(!known && isBlocked(jurisdiction, entries.length) && BLOCKED()),
    ...(known?.is_blocked_by_default === 'true' && entries.length > MAX_BLOCKED && UNBLOCKED),
    ...(await judgesOf(tables, given, known)),
    case_name: name,
    nature_of_suit: rules.fromPage && known?.nature_of_suit ? undefined : given.nature_of_suit,
    date_last_filing: lastFiling(given, known, entries, rules),
    registry_case_id: known?.registry_case_id || caseId,
    docket_number_core: known?.docket_number_core || core,
    slug: slugFor(name, known),
  }
  await tables.giveKeys('dockets', [row])
  return { row: { ...row, id: String(row.id) }, known }
}

/** The docket with its court and number; missing ones are looked up by ID. */
async function identified(tables: SheetTables, docket: Docket): Promise<NamedDocket> {
  const { id, court_id: court, docket_number: number } = docket
  if (court !== undefined && number !== undefined)
    return { ...docket, court_id: court, docket_number: number }
  const missing = court === undefined ? 'court_id' : 'docket_number'
  if (id === undefined) throw new SheetError(`docket.${missing}: required without docket.id`)
  const known = await docketByKey(tables, id)
  if (!known)
    throw new SheetError(`docket.${missing}: required, because the archive has no docket ${id}`)
  return {
    ...docket,
    court_id: court ?? known.court_id!,
    docket_number: number ?? numbersOf(known)[0]!,
  }
}

/** The number, and the original number. */
function numbersOf({ docket_number: number, docket_number_raw: raw }: KnownDocket): string[] {
  return [number ?? '', raw ?? '']
}

/** Jurisdictions of the federal district and bankruptcy courts. */
const TRIAL_COURTS = ['FD', 'FB']

function refuseOther({ id, ...given }: NamedDocket, known: KnownDocket): void {
  const same =
    given.court_id === known.court_id &&
    numbersOf(known).some((number) => areAlike(number, given.docket_number))
  if (!same) throw new SheetError(`docket.id: ${id} is ${known.docket_number} of ${known.court_id}`)
  const caseId = given.registry_case_id || known.registry_case_id
  if (known.registry_case_id && caseId !== known.registry_case_id)
    throw new SheetError(`docket.id: ${id} is the docket with case ID ${known.registry_case_id}`)
}

/** The bit in the docket source for pages from the court system. */
const ARCHIVE = 1

function identityOf({ id, court_id, docket_number, source }: KnownDocket): Row {
  return { id, court_id, docket_number, source: Number(source) | ARCHIVE }
}

function newIdentity({ docket_number: number }: NamedDocket): Row {
  return { docket_number_raw: number, source: ARCHIVE }
}

const BANKRUPTCY = 'FB'
/** Maximum entries of a blocked bankruptcy; most smaller ones are personal. */
const MAX_BLOCKED = 500

/** Blocks search engines for new dockets of small bankruptcies; staff can change it later. */
const isBlocked = (jurisdiction: string, entries: number) =>
  jurisdiction === BANKRUPTCY && entries <= MAX_BLOCKED

/** A feed creates a docket with one entry, so a later docket sheet shows how large it is. */
const UNBLOCKED: Row = { blocked: false, date_blocked: null }

const BLOCKED = (): Row => ({ blocked: true, date_blocked: new Date().toISOString().slice(0, 10) })

/** The placeholder on pages without a case name. */
const NO_NAME = 'Unknown Case Title'

function nameFor({ case_name: name }: NamedDocket, known?: KnownDocket): string | null | undefined {
  return name === NO_NAME && known?.case_name ? undefined : name
}

/** A slug of the best name; unchanged unless the sheet has a new name. */
function slugFor(given: string | null | undefined, known?: KnownDocket): string {
  const name = given === undefined ? known?.case_name : given
  if (known?.slug && name === known.case_name) return known.slug
  return toCaseSlug(name || known?.case_name_full || known?.case_name_short || '')
}

/** The date of the latest filing; never earlier than before. */
function lastFiling(
  { date_last_filing: given }: NamedDocket,
  known: KnownDocket | undefined,
  entries: NonNullable<DocketSheet['docket_entries']>,
  { fromPage = false }: MergeRules
): string | null | undefined {
  if (given !== undefined && !fromPage) return given
  const days = [given, ...entries.map(({ date_filed: day }) => day)].filter((day) => !!day)
  const newest = days.sort().at(-1)
  if (!newest) return undefined
  return known?.date_last_filing && known.date_last_filing > newest ? undefined : newest
}

const JUDGES = ['assigned_to', 'referred_to'] as const

/** IDs of the judges in a sheet; an unknown judge clears a different one. */
async function judgesOf(
  tables: SheetTables,
  given: NamedDocket,
  known?: KnownDocket
): Promise<Row> {
  const row: Row = {}
  for (const judge of JUDGES) {
    const name = given[`${judge}_str`]
    const before = known?.[`${judge}_str`]
    const there = known?.[`${judge}_id`] ?? null
    if (!name || (name === before && there !== null)) continue
    const id = await judgeByName(tables, given.court_id, name)
    if (id !== null || before) row[`${judge}_id`] = id
  }
  return row
}

/** Current and former judges of the court with one of the last names. */
const NAMESAKES = `
  SELECT DISTINCT p.id::text, p.name_first, p.name_middle FROM people p JOIN positions o ON o.person_id = p.id
  WHERE p.name_last = ANY($2::text[]) AND o.court_id = $1 AND p.is_alias_of_id IS NULL LIMIT 50`

const SUFFIX = /^(?:jr|sr|i{1,3}|iv|v)\.?$/i

/** Maximum words of a last name: `Van Der Berg`. */
const MAX_LAST = 3

/** Caches judges for a minute, because an import repeats the same names. */
const REMEMBERED = { max: 5000, ttl: 60_000 }
const remembered = new WeakMap<SheetTables, LRUCache<string, { id: string | null }>>()

/** @returns the ID of the only judge of the court with the name, otherwise null */
async function judgeByName(
  tables: SheetTables,
  court: string,
  name: string
): Promise<string | null> {
  const known = remembered.get(tables) ?? new LRUCache(REMEMBERED)
  remembered.set(tables, known)
  const key = `${court} ${name}`
  const before = known.get(key)
  if (before) return before.id
  const id = await find(tables, court, name)
  known.set(key, { id })
  return id
}

async function find(tables: SheetTables, court: string, name: string): Promise<string | null> {
  const words = name.replaceAll(',', ' ').split(/\s+/).filter(Boolean)
  while (words.length > 1 && SUFFIX.test(words.at(-1)!)) words.pop()
  if (words.length < 2) return null
  const lasts = Array.from({ length: Math.min(MAX_LAST, words.length - 1) }, (_, more) =>
    words.slice(-1 - more).join(' ')
  )
  const { rows } = await tables.query<[id: string, first: string, middle: string]>(NAMESAKES, [
    court,
    lasts,
  ])
  const [first, second] = words
  const firsts = rows.filter(([, given]) => mayBe(first!, given))
  const exact = firsts.filter(([, , middle]) => words.length > 2 && mayBe(second!, middle))
  const found = exact.length === 1 ? exact : firsts
  return found.length === 1 ? found[0]![0] : null
}

/** Whether two given names can be the same; an initial matches a name. */
function mayBe(one: string, other: string): boolean {
  const [short, long] = [plain(one), plain(other)].sort((a, b) => a.length - b.length)
  return short !== '' && (short === long || (short!.length === 1 && long!.startsWith(short!)))
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}]/gu, '')
