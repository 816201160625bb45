/** The table of entries of a docket report, and the tables above it. */
import { dateAlone, numericDate } from './dates.js'
import { findDateHeading, isEntryHead, readColumns, type EntryColumn } from './entry_columns.js'
import {
  getParentNode,
  getRowCells,
  getTableRows,
  outermost,
  shortText,
  type Element,
  type Node,
} from './tree.js'

/** The table of entries. */
export interface EntryTable {
  orderedBy: 'date_filed' | 'date_entered'
  head: Element
  rows: Element[]
  /** The kinds of the columns; null if the date is first and the text is last. */
  columns: EntryColumn[] | null
}

/**
 * The table of entries: its first row has headings of a date and of texts, or without headings a
 * date, a number, and a text.
 *
 * @returns the table, or null if missing
 */
export function findEntryTable(root: Node): EntryTable | null {
  return tableWithRows(root, isEntryHead) ?? tableWithRows(root, isNumberedEntry)
}

/** Whether a row is an entry with a number or a link to a document. */
function isNumberedEntry(row: Element | undefined): row is Element {
  const cells = row ? getRowCells(row) : []
  return (
    cells.length === 3 &&
    /^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(shortText(cells[0], 40)) &&
    /^\d{1,9}$/.test(shortText(cells[1], 40)) &&
    shortText(cells[2], 100).length >= SHORTEST_TEXT
  )
}

/** Minimum length of a text without a heading. */
const SHORTEST_TEXT = 10

function tableWithRows(
  root: Node,
  isHead: (row: Element | undefined) => row is Element
): EntryTable | null {
  let found: EntryTable | null = null
  for (const table of outermost(root, 'table', (one) =>
    !found ? isHead(firstRow(one)) : isEntryRow(firstRow(one))
  )) {
    const rows = getTableRows(table).filter((row) => getRowCells(row).length > 0)
    // Long lists continue in tables without a head.
    if (found) for (const row of rows) found.rows.push(row)
    else {
      const [head, ...below] = rows
      const columns = isEntryHead(head) ? readColumns(head) : null
      const isUsual = !columns || (columns[0] === 'date' && columns.at(-1) === 'text')
      const isEntered = /^(?:Date\s?Entered|Docket\s?Date)/i.test(
        shortText(findDateHeading(head), 60)
      )
      found = {
        orderedBy: isEntered ? 'date_entered' : 'date_filed',
        head,
        rows: columns ? below : rows,
        columns: isUsual ? null : columns,
      }
    }
  }
  return found
}

/**
 * The tables above that of the entries, in order. Some pages have a table around everything, which
 * isn't one of them.
 *
 * @param root the tree of the page
 * @param entries the table of entries, or null for a report without entries
 */
export function tablesAbove(root: Node, entries: EntryTable | null): Element[] {
  const around = new Set<Node>()
  for (let node: Node | null = entries?.head ?? null; node; node = getParentNode(node) ?? null)
    around.add(node)
  const tables: Element[] = []
  for (const table of outermost(
    root,
    'table',
    (one) => !around.has(one) || hasHead(one, entries)
  )) {
    if (hasHead(table, entries)) break
    tables.push(table)
  }
  return tables
}

const hasHead = (table: Element, entries: EntryTable | null) =>
  entries !== null && getTableRows(table).includes(entries.head)

const firstRow = (table: Element) => getTableRows(table).find((row) => getRowCells(row).length > 0)

const isEntryRow = (row: Element | undefined) => {
  const cells = row ? getRowCells(row) : []
  return cells.length >= 2 && dateCell(cells) !== -1
}

/** Maximum position of the date: a checkbox and the number can precede it. */
const MAX_DATE_CELL = 3

/** The cell with the date of an entry, or -1. The last cell contains the text. */
export const dateCell = (cells: Element[]): number =>
  cells.slice(0, Math.min(MAX_DATE_CELL, cells.length - 1)).findIndex((cell) => {
    const text = shortText(cell, 40)
    return dateAlone(text) !== null || (text.length <= MAX_DATE && numericDate(text) !== null)
  })

/** Characters of `mm/dd/yyyy`. */
const MAX_DATE = 10
