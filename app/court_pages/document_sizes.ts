/** Pages and size of a document. */
export interface DocumentSize {
  page_count: number | null
  /** As printed; empty where the menu prints none. */
  file_size_str: string
  /** If printed in the menu. */
  file_size_bytes?: number
}

/**
 * Pages and size in a row of a menu.
 *
 * @param row the texts `9 pages` and `135 kb`, and the check box's value `serial-bytes-pages`
 * @param court the court's ID; bankruptcy courts print thousands of bytes, others 1,024s
 */
export function documentSize(
  row: { pages: string; size: string; box: string },
  court: string
): DocumentSize {
  const [, boxBytes, boxPages] = /^\d{1,12}-(\d{1,12})-(\d{1,7})$/.exec(row.box) ?? []
  const pages = /^\d{1,7}/.exec(row.pages)?.[0] ?? boxPages
  const bytes = Number(boxBytes ?? 0)
  return {
    page_count: Number(pages ?? 0) || null,
    file_size_str: row.size || (bytes > 0 ? printedSize(bytes, court) : ''),
    ...(bytes > 0 && { file_size_bytes: bytes }),
  }
}

/** `37.6 KB` in thousands of 1,024 bytes; `1.60 MB` in thousands of a bankruptcy court. */
function printedSize(bytes: number, court: string): string {
  const [unit, digits] = court.endsWith('b') ? [1_000, 2] : [1_024, 1]
  return bytes < unit * unit
    ? `${(bytes / unit).toFixed(1)} KB`
    : `${(bytes / (unit * unit)).toFixed(digits)} MB`
}
