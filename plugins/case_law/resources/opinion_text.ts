/**
 * The one text of an opinion, whichever of its columns has it (demands, 7).
 */
import { choices } from '#api/fields'
import { ident, literal } from '#app/support/sql_text'

/** Columns with a text, in the order in which they are taken (specification, Cluster, opinion, audio). */
const SOURCES = {
  html_with_citations: 'HTML with citations linked',
  html_columbia: 'HTML from one university',
  html_lawbox: 'HTML from one vendor',
  xml_harvard: 'XML from the library project',
  html_anon_2020: 'HTML from an unnamed 2020 source',
  html: 'Source HTML',
  xml_scan: 'XML from the scanning project',
  plain_text: 'Extracted text',
}

export const TEXT_SOURCES = choices(SOURCES)

/** The first text that is not empty; blank when all are. */
export function bestText(alias: string): string {
  const texts = TEXT_SOURCES.map(({ value }) => `nullif(${column(alias, value)}, '')`)
  return `coalesce(${texts.join(', ')}, '')`
}

/** Name of the column that text is from; blank when there is none. */
export function bestTextSource(alias: string): string {
  const cases = TEXT_SOURCES.map(
    ({ value }) => `WHEN ${column(alias, value)} <> '' THEN ${literal(String(value))}`
  )
  return `CASE ${cases.join(' ')} ELSE '' END`
}

function column(alias: string, name: string | number): string {
  return `${alias}.${ident(String(name))}`
}
