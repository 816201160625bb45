/**
 * The row of a sheet's docket: the one there is, or a new one.
 */
import { slugOf } from '#plugins/case_law/public'
import {
  areAlike,
  coreOf,
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

/** What becomes of the docket, and what there was. */
export interface FoundDocket {
  row: DocketRow
  known: KnownDocket | undefined
}

/**
 * Finds the docket by its key, or by court, number and case ID.
 *
 * @returns what is to be written of it
 * @throws SheetError when it is not there and its court or number is not known,
 *   or when its key is that of another docket
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
    throw new SheetError(`docket.id: this docket is ${byNumber.id} in the archive`)
  const known = byKey ?? byNumber
  if (!known && !courts.length)
    throw new SheetError(`docket.court_id: there is no court "${court}"`)

  const [jurisdiction = ''] = courts[0] ?? []
  const core = TRIAL_COURTS.includes(jurisdiction) ? coreOf(number) : ''
  const name = nameFor(given, known)
  const row: Row = {
    ...given,
    ...(known ? identityOf(known) : newIdentity(given)),
    ...(!known && isBlocked(jurisdiction, entries.length) && BLOCKED()),
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

/** The docket with its court and number, which its key stands for where the sheet has neither. */
async function identified(tables: SheetTables, docket: Docket): Promise<NamedDocket> {
  const { id, court_id: court, docket_number: number } = docket
  if (court !== undefined && number !== undefined)
    return { ...docket, court_id: court, docket_number: number }
  const missing = court === undefined ? 'court_id' : 'docket_number'
  if (id === undefined) throw new SheetError(`docket.${missing}: required without an id`)
  const known = await docketByKey(tables, id)
  if (!known)
    throw new SheetError(`docket.${missing}: required, there is no docket ${id} in the archive`)
  return {
    ...docket,
    court_id: court ?? known.court_id!,
    docket_number: number ?? numbersOf(known)[0]!,
  }
}

/** Its number, and the one it came with. */
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

/** Docket source of what comes from the court system's own pages; sources are bits. */
const ARCHIVE = 1

function identityOf({ id, court_id, docket_number, source }: KnownDocket): Row {
  return { id, court_id, docket_number, source: Number(source) | ARCHIVE }
}

function newIdentity({ docket_number: number }: NamedDocket): Row {
  return { docket_number_raw: number, source: ARCHIVE }
}

const BANKRUPTCY = 'FB'
/** Bankruptcies up to this size are mostly those of private persons. */
const MAX_BLOCKED = 500

/** Search engines are kept out of new dockets of small bankruptcies; what staff decide later stays. */
const isBlocked = (jurisdiction: string, entries: number) =>
  jurisdiction === BANKRUPTCY && entries <= MAX_BLOCKED

const BLOCKED = (): Row => ({ blocked: true, date_blocked: new Date().toISOString().slice(0, 10) })

/** What stands for a name where a page has none. */
const NO_NAME = 'Unknown Case Title'

function nameFor({ case_name: name }: NamedDocket, known?: KnownDocket): string | null | undefined {
  return name === NO_NAME && known?.case_name ? undefined : name
}

/** Made of the best name; a sheet that brings no new name leaves a slug as it is. */
function slugFor(given: string | null | undefined, known?: KnownDocket): string {
  const name = given === undefined ? known?.case_name : given
  if (known?.slug && name === known.case_name) return known.slug
  return slugOf(name || known?.case_name_full || known?.case_name_short || '')
}

/** The newest filing; a page that shows only older entries changes nothing. */
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

/** Keys of the judges a sheet names; one it names who is not known takes the place of another. */
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

/** Judges who sat or sit on the court, with one of the last names. */
const NAMESAKES = `
  SELECT DISTINCT p.id::text, p.name_first, p.name_middle FROM people p JOIN positions o ON o.person_id = p.id
  WHERE p.name_last = ANY($2::text[]) AND o.court_id = $1 AND p.is_alias_of_id IS NULL LIMIT 50`

const SUFFIX = /^(?:jr|sr|i{1,3}|iv|v)\.?$/i

/** Last names have this many words at most: `Van Der Berg`. */
const MAX_LAST = 3

/** A minute: an import names the same judges over and over, and people rarely change. */
const REMEMBERED = { max: 5000, ttl: 60_000 }
const remembered = new WeakMap<SheetTables, LRUCache<string, { id: string | null }>>()

/**
 * The judge a docket names.
 *
 * @returns the key of the only judge of the court with that name, else null
 */
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

/** Whether two given names are the same, as far as initials tell. */
function mayBe(one: string, other: string): boolean {
  const [short, long] = [plain(one), plain(other)].sort((a, b) => a.length - b.length)
  return short !== '' && (short === long || (short!.length === 1 && long!.startsWith(short!)))
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}]/gu, '')
