/**
 * Lists of the staff console: filtered, sorted and paged in the database, by
 * position and not by number, so that the last page costs what the first does.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Change } from '#app/accounts/audit_changes'
import { momentOf } from '#app/web/dates'
import type { StaffSection } from '../menu_sections.js'

/** What a filter adds to the query. */
export interface Condition {
  sql: string
  values: unknown[]
}

type Options = [value: string, label: string][]

export interface ListFilter<Given = unknown> {
  label: string
  /** Values to choose from, with their words; without it the value is typed. */
  options?: Options | ((given: Given) => Options)
  /** @returns undefined when the value says nothing */
  where: (value: string) => Condition | undefined
}

export interface ListSort {
  /** Never null, and indexed together with the key. */
  sql: string
  type: 'bigint' | 'text' | 'timestamptz' | 'date'
}

export type Row = Record<string, unknown>

/** A text that leads somewhere. */
export interface Link {
  text: string
  path: string
}

/** A point of time, shown as how long ago it is; a dash for null. */
export interface TimeCell {
  time: Date | string | null
}

/** A cell: a text, a link, a time, several of them in a row, or what was changed. */
export type Cell =
  string | Link | TimeCell | { parts: (string | Link | TimeCell)[] } | { changes: Change[] }

/** A heading, the sort it stands for, and what a row shows there. */
export interface AdminColumn<Given = unknown> {
  label: string
  sort?: string
  number?: boolean
  /** @param given by the `load` of the list */
  cell(row: Row, given: Given): Cell
}

export interface AdminList<Given = any> {
  /** `/admin/accounts/` */
  path: string
  title: string
  /** Where the menu of the staff has it. */
  section: StaffSection
  /** A sentence below the title. */
  description: string
  /** One of the console's, or of the plugin that declares it. */
  right: string
  /** Its own table, and others by their keys with LEFT JOIN: those no filter asks about are read for the page only. */
  from: string
  /** Unique key that breaks ties: `a.id`. */
  key: string
  /** A number unless said otherwise. */
  keyType?: 'bigint' | 'text' | 'uuid'
  /** Columns of the statement: `a.username, a.email`. */
  select: string
  /** By the name `sort` takes; the first one holds without it. */
  sorts: Record<string, ListSort>
  /** Whether the list is descending unless said otherwise. */
  descending?: boolean
  filters?: Record<string, ListFilter<Given>>
  columns: AdminColumn<Given>[]
  /** What its cells and filters need of the server, such as a registry. */
  load?: (container: ApplicationService['container']) => Promise<Given>
  /** A button for rows that have an address for it; a form is posted there. */
  action?: { label: string; right: string; path: (row: Row) => string | undefined }
  /** What is said when there are no rows. */
  empty: string
}

/** Declares a list. */
export function defineAdminList<Given = unknown>(list: AdminList<Given>): AdminList {
  return list
}

/** A time in a cell. */
export function timeCell(value: unknown): TimeCell {
  return { time: momentOf(value)?.iso ?? null }
}

/** Digits with commas between. */
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

/** A point of time as text: to the second, in UTC. */
export function shownTime(value: unknown): string {
  return momentOf(value)?.exact.slice(0, 19) ?? '–'
}
