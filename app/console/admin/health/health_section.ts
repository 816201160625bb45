/**
 * Sections of the staff's health page: figures that say whether work is done
 * in time. They hold numbers and times, and nothing of what belongs to
 * accounts.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Cell } from '../admin_list.js'
import type { StaffChart } from '../charts/over_time.js'

export interface HealthFigure {
  label: string
  value: string
  /** List that shows its rows; a link for staff who may see that list. */
  path?: string
}

export interface HealthTable {
  label: string
  columns: { label: string; number?: boolean }[]
  /** A cell for each column. */
  rows: Cell[][]
}

/** What staff should act on: a sentence, and the page that shows it or mends it. */
export interface Need {
  text: string
  /** A link for staff who may open that page. */
  path?: string
}

export interface Health {
  figures?: HealthFigure[]
  tables?: HealthTable[]
  /** The start page of the staff shows them first. */
  needs?: Need[]
}

export interface HealthSection {
  title: string
  /** Charts on the start page of the staff. */
  charts?: StaffChart[]
  read: (app: ApplicationService) => Promise<Health>
}

/** Declares a section. */
export function defineHealthSection(section: HealthSection): HealthSection {
  return section
}

/** The one row of a statement. @param sql without values */
export async function readRow<Row>({ container }: ApplicationService, sql: string): Promise<Row> {
  const database = await container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: Row[] }>(sql)
  return rows[0]!
}

/** Rows counted at most, so that the page costs little however many there are. */
const MAX_COUNTED = 10_000

/**
 * SQL that counts rows up to a limit.
 *
 * @param from what follows SELECT: `FROM mails WHERE sent_at IS NULL`
 */
export function countUpTo(from: string): string {
  return `(SELECT count(*)::int FROM (SELECT 1 ${from} LIMIT ${MAX_COUNTED}) AS counted)`
}

/** What was counted, the sentence for one of it and for more, and the page that shows it. */
type CountedNeed = [count: number, one: string, many: string, path?: string]

/** A need for everything of which there is any: `3 webhooks are failing`. */
export function countedNeeds(...counted: CountedNeed[]): Need[] {
  return counted.flatMap(([count, one, many, path]) =>
    count > 0 ? [{ text: `${shownCount(count)} ${count === 1 ? one : many}`, path }] : []
  )
}

/** Seconds after which work that should start at once is late. */
const LATE = 600

/**
 * A need for work whose oldest piece has been due for long.
 *
 * @param work as a plural: `Uploads`
 */
export function lateNeeds(work: string, oldest: Date | null, path?: string, late = LATE): Need[] {
  const seconds = oldest ? (Date.now() - oldest.getTime()) / 1000 : 0
  return seconds > late
    ? [{ text: `${work} have been queued for ${shownSpan(seconds)}`, path }]
    : []
}

/** A number as `countUpTo` found it. */
export function shownCount(count: number): string {
  const words = count.toLocaleString('en')
  return count >= MAX_COUNTED ? `${words} or more` : words
}

const UNITS: [name: string, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** A length of time in one unit, the largest that fits: `3 hours`. */
export function shownSpan(seconds: number): string {
  const [name, length] = UNITS.find((unit) => seconds >= unit[1]) ?? UNITS.at(-1)!
  const count = Math.floor(Math.max(seconds, 0) / length)
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`
}

/** How long ago something was; a dash where there is nothing. */
export function shownAge(at: Date | null): string {
  return at ? `${shownSpan((Date.now() - at.getTime()) / 1000)} ago` : '–'
}
