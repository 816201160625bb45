/**
 * Lists of the staff console: filtered, sorted and paged in the database, by
 * position and not by number, so that the last page costs what the first does.
 */
import type { StaffSection } from '../menu_sections.js'

/** What a filter adds to the query. */
export interface Condition {
  sql: string
  values: unknown[]
}

export interface ListFilter {
  label: string
  /** Values to choose from, with their words; without it the value is typed. */
  options?: [value: string, label: string][]
  /** @returns undefined when the value says nothing */
  where: (value: string) => Condition | undefined
}

export interface ListSort {
  /** Never null, and indexed together with the key. */
  sql: string
  type: 'bigint' | 'text' | 'timestamptz' | 'date'
}

export type Row = Record<string, unknown>

/** A cell: text, or text that leads somewhere. */
export type Cell = string | { text: string; path: string }

/** A heading, the sort it stands for, and what a row shows there. */
export interface AdminColumn {
  label: string
  sort?: string
  number?: boolean
  cell: (row: Row) => Cell
}

export interface AdminList {
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
  filters?: Record<string, ListFilter>
  columns: AdminColumn[]
  /** A button for rows that have an address for it; a form is posted there. */
  action?: { label: string; right: string; path: (row: Row) => string | undefined }
  /** What is said when there are no rows. */
  empty: string
}

/** Declares a list. */
export function defineAdminList(list: AdminList): AdminList {
  return list
}

/** A point of time as lists show it: to the second, in UTC. */
export function shownTime(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const time = value instanceof Date ? value : new Date(String(value))
  return Number.isNaN(time.getTime()) ? '–' : time.toISOString().slice(0, 19).replace('T', ' ')
}
