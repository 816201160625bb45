/** A document's ID in its normal form: the fourth digit is 0. */
export const normalDocumentId = (id: string): string => `${id.slice(0, 3)}0${id.slice(4)}`

/** The ID in a link to a document (`/doc1/…`, `/docs1/…`) in its normal form, or null. */
export function documentId(link: string): string | null {
  const digits = /\/docs?\d\/(\d{4,16})(?!\d)/.exec(link)?.[1]
  return digits ? normalDocumentId(digits) : null
}

/**
 * The arguments of `goDLS('/doc1/…','11428','21',…)`: link, case ID, sequence number, and
 * more.
 *
 * @param handler an event handler's script
 * @returns the arguments, or null if it doesn't call goDLS
 */
export function goDlsArguments(handler: string | undefined): string[] | null {
  const found = /\bgoDLS\(([^()]{0,2000})\)/.exec(handler ?? '')
  return found && found[1].split(',').map((one) => one.trim().replace(/^['"]|['"]$/g, ''))
}

/** The value of a link's parameter, or null if it doesn't match the form. */
export function queryValue(link: string | null, name: string, form: RegExp): string | null {
  const query = link?.slice(link.indexOf('?') + 1) ?? ''
  const pair = query.split(/[&;]/).find((one) => one.startsWith(`${name}=`))
  const value = pair?.slice(name.length + 1) ?? ''
  return form.test(value) ? value : null
}

/** Pages and size of a document. */
export interface DocumentSize {
  page_count: number | null
  /** As printed; empty if the menu prints no size. */
  file_size_str: string
  /** If printed in the menu. */
  file_size_bytes?: number
}

/**
 * Pages and size in a row of a menu.
 *
 * @param row the texts `9 pages` and `135 kb`, and the checkbox's value `serial-bytes-pages`
 * @param court the court's ID; bankruptcy courts print multiples of 1,000 bytes, others of
 *   1,024
 */
export function documentSize(
  row: { pages: string; size: string; box: string },
  court: string
): DocumentSize {
  const [, boxBytes, boxPages] = /^\d{1,12}-(\d{1,12})-(\d{1,7})$/.exec(row.box) ?? []
  const pages = pageCount(row.pages) ?? Number(boxPages ?? 0)
  const bytes = Number(boxBytes ?? 0)
  return {
    page_count: pages || null,
    file_size_str: row.size || (bytes > 0 ? printedSize(bytes, court) : ''),
    ...(bytes > 0 && { file_size_bytes: bytes }),
  }
}

/** A number of pages, and the words after it. */
const PAGES = /^(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?: ?(?:pages?|pgs?\.?))?$/i

/** The number in `9 pages`, `1,234 pg`, or `9`, or null. */
export function pageCount(printed: string): number | null {
  const digits = PAGES.exec(printed)?.[1].replaceAll(',', '')
  return digits === undefined ? null : Number(digits)
}

/** `37.6 KB` with 1,024 bytes per KB; `1.60 MB` with multiples of 1,000 in bankruptcy courts. */
function printedSize(bytes: number, court: string): string {
  const [unit, digits] = court.endsWith('b') ? [1_000, 2] : [1_024, 1]
  return bytes < unit * unit
    ? `${(bytes / unit).toFixed(1)} KB`
    : `${(bytes / (unit * unit)).toFixed(digits)} MB`
}

/**
 * The target of a link: its program and whether a case follows (`dktrpt.pl?#`), the folder of
 * documents (`doc1`), or the servlet (`servlet=casesummary.jsp`).
 */
export function linkTarget(link: string): string {
  const query = link.indexOf('?')
  const path = query === -1 ? link : link.slice(0, query)
  const folder = /\/(docs?\d|nda|docketpdf)\/./i.exec(path)?.[1]
  if (folder) return folder.toLowerCase()
  const program = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (query === -1) return program
  const servlet = /servlet=([\w.]{1,60})/i.exec(link)?.[1].toLowerCase()
  if (servlet) return `servlet=${servlet}`
  return /\d/.test(link[query + 1] ?? '') ? `${program}?#` : program
}
