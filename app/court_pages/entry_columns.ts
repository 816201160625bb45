import { attribute, getRowCells, shortText, type Element } from './tree.js'

/** What a column of entries contains. */
export type EntryColumn = 'date' | 'text' | 'number' | 'other'

const FIRST_HEADING = /^(?:Date\s?Filed|Filing\s?Date|Date\s?Entered|Docket\s?Date|Filed|Date)\b/i

const TEXT_HEADING =
  /^(?:Docket\s?Text|(?:Docket\s?)?Entry(?:\s?Text)?|Text|Docket\s?Entry|Description|Event)$/i
const NUMBER_HEADING =
  /^(?:#|(?:Doc(?:ument|ket)?\.?|Entry)?\s?(?:#|No\.?|Number|Num\.?)|Doc\.?|)$/i

/** What each column of a head contains, with one item per column that a cell spans. */
export function readColumns(head: Element): EntryColumn[] {
  const columns: EntryColumn[] = []
  for (const cell of getRowCells(head)) {
    const text = shortText(cell, 60)
    const isFirst = (kind: EntryColumn) => !columns.includes(kind)
    const kind =
      isFirst('date') && FIRST_HEADING.test(text)
        ? 'date'
        : isFirst('text') && TEXT_HEADING.test(text)
          ? 'text'
          : NUMBER_HEADING.test(text)
            ? 'number'
            : 'other'
    for (let left = spanOf(cell); left > 0; left--) columns.push(kind)
  }
  return columns
}

/** Maximum number of columns that a cell spans. */
const WIDEST = 20
const spanOf = (cell: Element) =>
  Math.min(Math.max(Number(attribute(cell, 'colspan') ?? 1) || 1, 1), WIDEST)

/** Whether a row has headings of a date and of texts. */
export const isEntryHead = (row: Element | undefined): row is Element => {
  const columns = row && getRowCells(row).length >= 2 ? readColumns(row) : []
  return columns.includes('date') && columns.includes('text')
}

/** The cells with the date first, then those of the number, and the text last. */
export function arrangeCells(cells: Element[], columns: EntryColumn[] | null): Element[] {
  if (!columns) return cells
  const found: Record<EntryColumn, Element[]> = { date: [], text: [], number: [], other: [] }
  let at = 0
  for (const cell of cells) {
    found[columns[at] ?? 'other'].push(cell)
    at += spanOf(cell)
  }
  if (at !== columns.length || found.date.length === 0 || found.text.length === 0) return cells
  return [found.date[0], ...found.number, found.text[0]]
}

/** The heading of the column of dates. */
export const findDateHeading = (head: Element): Element =>
  getRowCells(head).find((cell) => FIRST_HEADING.test(shortText(cell, 60))) ?? head
