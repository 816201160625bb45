/** Changes of the columns and headings of tables that courts make. */
import type { Mutation } from './mutate.js'

const HEADINGS =
  /Docket\s*(?:<br>)?\s*Text|Case No\.|Doc\.|Case Number &(?:amp;)? Name|>\s*Part\s*<|>\s*Description\s*</i

interface OpenTable {
  isData: boolean
  width: number
  rows: number
}

const colspanOf = (cell: string) =>
  Number(/^<\w+[^>]*\bcolspan\s*=\s*["']?(\d+)/i.exec(cell)?.[1] ?? 1)

/** Changes the cells of complete rows of tables with column headings. */
function mapRows(source: string, change: (cells: string[], isHead: boolean) => string[]): string {
  const tables: OpenTable[] = []
  const rows: { start: number; cells: number[]; depth: number }[] = []
  const edits: { start: number; end: number; text: string }[] = []
  for (const found of source.matchAll(/<(\/?)(table|tr|t[dh])\b[^>]*>/gi)) {
    const [tag, end, name] = [found[0], found[1] === '/', found[2].toLowerCase()]
    const at = found.index
    const table = tables.at(-1)
    const row = rows.at(-1)?.depth === tables.length ? rows.at(-1) : undefined
    if (name === 'table' && !end) {
      const stop = source.indexOf('</tr', at)
      tables.push({ isData: HEADINGS.test(source.slice(at, stop)), width: 0, rows: 0 })
    } else if (name === 'table') {
      if (row) rows.pop()
      tables.pop()
    } else if (name === 'tr' && !end) {
      if (row) rows.pop()
      rows.push({ start: at + tag.length, cells: [], depth: tables.length })
    } else if (name === 'tr' && row && table) {
      rows.pop()
      const cells = row.cells.map((start, index) => source.slice(start, row.cells[index + 1] ?? at))
      const width = cells.reduce((sum, cell) => sum + colspanOf(cell), 0)
      if (table.isData && cells.length >= 2 && (table.rows === 0 || width === table.width)) {
        if (table.rows === 0) table.width = width
        edits.push({ start: row.cells[0], end: at, text: change(cells, table.rows === 0).join('') })
        table.rows++
      }
    } else if (row && !end) row.cells.push(at)
  }
  let text = ''
  let at = 0
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start < at) continue
    text += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + source.slice(at)
}

const column = (
  title: string,
  change: (cells: string[], isHead: boolean) => string[],
  removes?: RegExp
): Mutation => ({ title, apply: (source) => mapRows(source, change), removes })

const reworded = (title: string, form: RegExp, text: string): Mutation => ({
  title,
  apply: (source) => source.replace(form, text),
})

/** Changes of the columns and the headings of tables, and of labels. */
export const COLUMN_MUTATIONS: Mutation[] = [
  column('a column added at the end', (cells, isHead) => [
    ...cells,
    isHead ? '<th>Notes</th>' : '<td></td>',
  ]),
  column('a column added at the start', (cells, isHead) => [
    isHead ? '<th>Select</th>' : '<td><input type="checkbox" name="select"></td>',
    ...cells,
  ]),
  column('the last column first', (cells) => [cells.at(-1)!, ...cells.slice(0, -1)]),
  column('columns in reverse order', (cells) => cells.toReversed()),
  reworded('Docket Text reworded', /Docket Text(?!:)/g, 'Entry Text'),
  reworded('Docket Text as Description', /(?<=<(?:b|th)[^>]*>)Docket Text(?!:)/gi, 'Description'),
  reworded(
    'Date Filed as Filed',
    /(?<=<(?:b|th|td)[^>]*>)(?:Date Filed|Filing Date)(?!:)/g,
    'Filed'
  ),
  reworded('# as No.', /(?<=<(?:b|th|td)[^>]*>)#(?=<)/g, 'No.'),
  reworded('Doc. No. as Document', /Doc\.\s*<br>\s*No\./g, 'Document<br>Number'),
  reworded('Case No. as Case Number', /(?<=>)Case No\.(?=<)/g, 'Case Number'),
  reworded('Date Filed as Filed on', /Date [Ff]iled:/g, 'Date Case Filed:'),
  reworded('Assigned to as Presiding Judge', /Assigned to:/g, 'Assigned To :'),
]
