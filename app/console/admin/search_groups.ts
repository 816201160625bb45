/**
 * Groups of the staff search that aren't lists of the console.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Cell } from './admin_list.js'
import type { ShownList } from './read_list.js'

export interface FoundRecords {
  headings: { label: string; number?: boolean }[]
  /** The cells of each row. */
  rows: ShownList['rows'][number]['cells'][]
  /** Path of a page with all rows, if there are more. */
  more?: string
}

export interface StaffSearchGroup {
  title: string
  /** Permission that its rows require. */
  right: string
  /**
   * Finds rows for a text of limited length.
   *
   * @param options maximum number of rows, and timeout in milliseconds
   */
  find: (
    app: ApplicationService,
    text: string,
    options: { limit: number; timeout: number }
  ) => Promise<FoundRecords>
}

/** Declares a group. */
export function defineStaffSearchGroup(group: StaffSearchGroup): StaffSearchGroup {
  return group
}

/** Cells without a special layout. */
export function plainCells(cells: Cell[]): FoundRecords['rows'][number] {
  return cells.map((cell) => ({ cell, layout: '' }))
}
