/**
 * Sections of the staff's health page: figures that show whether work is done in time. They
 * contain numbers and times, but no account data.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Cell } from '../admin_list.js'
import type { StaffChart } from '../charts/over_time.js'

/** The page with all sections. */
export const HEALTH_PAGE = '/admin/health/'

export interface HealthFigure {
  label: string
  value: string
  /** List with the counted rows; linked for staff with access to it. */
  path?: string
}

export interface HealthTable {
  label: string
  columns: { label: string; number?: boolean }[]
  /** One cell for each column. */
  rows: Cell[][]
}

/** A required action: a sentence, and the page for it. */
export interface Need {
  text: string
  /** Linked for staff with access to the page. */
  path?: string
}

export interface Health {
  figures?: HealthFigure[]
  tables?: HealthTable[]
  /** Shown first on the staff dashboard. */
  needs?: Need[]
}

export interface HealthSection {
  title: string
  /** Charts on the staff dashboard. */
  charts?: StaffChart[]
  /** @returns null if the section doesn't apply to this server */
  read: (app: ApplicationService) => Promise<Health | null>
}

/** Declares a section. */
export function defineHealthSection(section: HealthSection): HealthSection {
  return section
}

/** Returns the only row of a statement. @param sql statement without parameters */
export async function readRow<Row>({ container }: ApplicationService, sql: string): Promise<Row> {
  const database = await container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: Row[] }>(sql)
  return rows[0]!
}

/** Maximum number of counted rows, which limits the cost of the page. */
const MAX_COUNTED = 10_000

/**
 * SQL that counts rows up to a limit.
 *
 * @param from what follows SELECT: `FROM mails WHERE sent_at IS NULL`
 */
export function countUpTo(from: string): string {
  return `(SELECT count(*)::int FROM (SELECT 1 ${from} LIMIT ${MAX_COUNTED}) AS counted)`
}

/** A count, its sentence in the singular and plural, and the page for it. */
type CountedNeed = [count: number, one: string, many: string, path?: string]

/** One need for each count above zero: `3 webhooks are failing`. */
export function buildCountNeeds(...counted: CountedNeed[]): Need[] {
  return counted.flatMap(([count, one, many, path]) =>
    count > 0 ? [{ text: `${formatNeedCount(count)} ${count === 1 ? one : many}`, path }] : []
  )
}

/** Seconds after which work that should start immediately is late. */
const LATE = 600

/**
 * Returns a required action for work whose oldest item has been due for too long.
 *
 * @param work in the plural: `Uploads`
 */
export function buildOverdueNeeds(
  work: string,
  oldest: Date | null,
  path?: string,
  late = LATE
): Need[] {
  const seconds = oldest ? (Date.now() - oldest.getTime()) / 1000 : 0
  return seconds > late
    ? [{ text: `${work} have been queued for ${formatTimeSpan(seconds)}`, path }]
    : []
}

/** A number returned by `countUpTo`. */
export function formatNeedCount(count: number): string {
  const words = count.toLocaleString('en')
  return count >= MAX_COUNTED ? `${words} or more` : words
}

const UNITS: [name: string, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** A duration in the largest unit that fits: `3 hours`. */
export function formatTimeSpan(seconds: number): string {
  const [name, length] = UNITS.find((unit) => seconds >= unit[1]) ?? UNITS.at(-1)!
  const count = Math.floor(Math.max(seconds, 0) / length)
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`
}

/** Time since a point in time; a dash for null. */
export function formatAge(at: Date | null): string {
  return at ? `${formatTimeSpan((Date.now() - at.getTime()) / 1000)} ago` : '–'
}
