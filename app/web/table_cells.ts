/**
 * Labels table cells with their columns: on narrow screens, rows are blocks without headings.
 */
import { escapeHtml } from '#app/support/escape_html'
import type { Edge } from 'edge.js'

/** A column heading: its text, or its text and how it is shown. */
export type Heading = string | { label: string; hidden?: boolean }

const TAG = /<(\/?)(table|tr|td|th)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g
const COLSPAN = /\bcolspan="(\d+)"/
const BLANK_CELL = /(<td\b(?:[^>"']|"[^"]*"|'[^']*')*>)\s+(<\/td>)/g

/**
 * @param rows of a table's body, as HTML
 * @param headings of its columns; hidden ones label no cells
 * @returns the rows with `data-label` on each `td`, and without whitespace in empty cells,
 *   which would keep `:empty` from matching them
 */
export function labelCells(rows: string, headings: Heading[]): string {
  const labels = headings.map((heading) =>
    typeof heading === 'string' ? heading : heading.hidden ? '' : heading.label
  )
  let depth = 0
  let column = 0
  const labelled = rows.replace(TAG, (tag, end: string, name: string, attributes: string) => {
    if (name === 'table') depth += end ? -1 : 1
    if (depth || end || name === 'table') return tag
    if (name === 'tr') {
      column = 0
      return tag
    }
    const label = labels[column]
    column += Number(COLSPAN.exec(attributes)?.[1] ?? 1)
    return name === 'td' && label ? `<td data-label="${escapeHtml(label)}"${attributes}>` : tag
  })
  return labelled.replace(BLANK_CELL, '$1$2')
}

/**
 * Lists the components of all mounted disks once. Otherwise, Edge reads their folders for every
 * page, even if it caches templates, because it decides this at import, before the application
 * can configure it.
 *
 * @param edge with all its disks; components of disks mounted later are not found
 */
export function keepComponentList({ loader }: Edge): void {
  const components = loader.listComponents()
  loader.listComponents = () => components
}
