/**
 * Lists of the staff console: filtered, sorted, and paged in the database with keyset
 * pagination, so that the last page is as fast as the first.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Change } from '#app/accounts/audit_changes'
import { toMoment } from '#app/web/dates'
import type { StaffSection } from '../menu_sections.js'

/** The condition that a filter adds to the query. */
export interface Condition {
  sql: string
  values: unknown[]
}

type Options = [value: string, label: string][]

export interface ListFilter<Given = unknown> {
  label: string
  /** Options with their labels; without them, the value is typed. */
  options?: Options | ((given: Given) => Options)
  /** @returns undefined for a value that doesn't filter */
  where: (value: string) => Condition | undefined
  /** Default of a filter with options, which hides rows. */
  standard?: {
    /** Option that stands for the default. */
    label: string
    condition: Condition
    /** Parameters that show all rows. */
    unless: string[]
    /** Value that shows all rows, and the sentence with its link. */
    off: { value: string; sentence: string; link: string }
  }
}

export interface ListSort {
  /** Never null, and in an index together with the key. */
  sql: string
  type: 'bigint' | 'text' | 'timestamptz' | 'date'
}

export type Row = Record<string, unknown>

/** Text with a link. */
export interface Link {
  text: string
  path: string
}

/** A point in time, shown relative to now; a dash for null. */
export interface TimeCell {
  time: Date | string | null
}

/** A cell: text, a link, a time, a sequence of them, or changes. */
export type Cell =
  string | Link | TimeCell | { parts: (string | Link | TimeCell)[] } | { changes: Change[] }

/** A column: its heading, sort, and cells. */
export interface AdminColumn<Given = unknown> {
  label: string
  sort?: string
  number?: boolean
  /** @param given result of the list's `load` */
  cell(row: Row, given: Given): Cell
}

/** A button that submits a form. */
export interface ListAction {
  label: string
  right: string
  path: (row: Row) => string | undefined
}

/** An action on several rows, which staff see and select before. */
export interface BulkAction {
  /** In its path: `retry` of `/admin/jobs/several/retry/`. */
  name: string
  /** On the button: `Retry failed jobs`. */
  label: string
  /** Sentence about rows that aren't listed although they match the filters of the list. */
  note?: string
  /** Sufficient to see the rows to which the action applies. */
  right: string
  /** SQL condition of the rows to which it applies. */
  where: string
  /**
   * Acts on a row in its own transaction, in which it checks the row again.
   *
   * @returns whether it changed anything
   */
  apply: (ctx: HttpContext, key: string, row: Row) => Promise<boolean>
}

export interface AdminList<Given = any> {
  /** `/admin/accounts/` */
  path: string
  title: string
  /** Section in the staff menu. */
  section: StaffSection
  /** One sentence below the title. */
  description: string
  /** A permission of the console, or of the plugin that declares the list. */
  right: string
  /**
   * Its table, and others joined by their keys with LEFT JOIN: those without filters are only
   * read for the rows of the page.
   */
  from: string
  /** Unique key that breaks ties: `a.id`. */
  key: string
  /** `bigint` by default. */
  keyType?: 'bigint' | 'text' | 'uuid'
  /** Columns of the statement: `a.username, a.email`. */
  select: string
  /** By their name in `sort`; the first one is the default. */
  sorts: Record<string, ListSort>
  /** Whether the default order is descending. */
  descending?: boolean
  filters?: Record<string, ListFilter<Given>>
  /** Filter by which the staff search finds rows; without it, the list isn't searched. */
  searchedBy?: string
  columns: AdminColumn<Given>[]
  /** Loads services for its cells and filters, such as a registry. */
  load?: (container: ApplicationService['container']) => Promise<Given>
  /** One or several buttons for rows that have a path for them; each submits a form. */
  action?: ListAction | ListAction[]
  /** Actions on several of its rows. */
  bulk?: BulkAction[]
  /** Shown if there are no rows. */
  empty: string
}

/** Declares a list. */
export function defineAdminList<Given = unknown>(list: AdminList<Given>): AdminList {
  return list
}

/** The actions of a list. */
export function listActions({ action }: Pick<AdminList, 'action'>): ListAction[] {
  return action ? [action].flat() : []
}

/** Path of the page on which staff select the rows of an action. */
export function bulkPath({ path }: Pick<AdminList, 'path'>, { name }: BulkAction): string {
  return `${path}several/${name}/`
}

/** A time in a cell. */
export function timeCell(value: unknown): TimeCell {
  return { time: toMoment(value)?.iso ?? null }
}

/** Digits grouped by commas. */
const SHOWN_NUMBER = /^\d{1,3}(,\d{3})+(\.\d+)?$/

/** A cell as plain text, times to the second. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') {
    if (cell === '–') return ''
    return SHOWN_NUMBER.test(cell) ? cell.replaceAll(',', '') : cell
  }
  if ('time' in cell) return cell.time === null ? '' : shownTime(cell.time)
  if ('parts' in cell) return cell.parts.map(cellText).join('')
  if ('changes' in cell) return cell.changes.map(changeText).join('; ')
  return cellText(cell.text)
}

function changeText({ label, before, after }: Change): string {
  return `${label}: ${before.join(', ') || '(none)'} → ${after.join(', ') || '(none)'}`
}

/** A point in time as text: to the second, in UTC. */
export function shownTime(value: unknown): string {
  return toMoment(value)?.exact.slice(0, 19) ?? '–'
}
