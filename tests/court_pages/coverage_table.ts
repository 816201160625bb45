/** The table of coverage in the docs of court pages. */
import { MAIL_KINDS, PAGE_KINDS } from '#app/court_pages/page_kinds'
import { ignorableGaps } from '#app/court_pages/coverage/ignorable_text'

/** Counts of a folder of the corpora. */
export interface KindCoverage {
  folder: string
  files: number
  fields: number
  explained: number
  wrong: number
  /** Courts whose pages have a record. */
  courts: Set<string>
  /** Pages by kind; those of unknown kinds under an empty name. */
  pages: Map<string, number>
  visible: number
  read: number
  /** Unread fragments with and without an explanation. */
  explainedUnread: number
  unread: number
}

/**
 * A table in Markdown with a row for each kind: pages and courts seen, coverage, and known gaps.
 *
 * @param counts the counts of all folders
 */
export function coverageTable(counts: KindCoverage[]): string {
  const rows = [...PAGE_KINDS, ...MAIL_KINDS].map(({ name, title }) => {
    const own = counts.filter(({ pages }) => mostOf(pages) === name)
    const courts = new Set(own.flatMap((one) => [...one.courts]))
    const sum = (key: 'visible' | 'read') => own.reduce((total, one) => total + one[key], 0)
    const pages = own.reduce((total, one) => total + (one.pages.get(name) ?? 0), 0)
    const visible = sum('visible')
    const share =
      visible === 0 ? '' : `${((100 * Math.min(sum('read'), visible)) / visible).toFixed(1)} %`
    return [title, `${pages}`, `${courts.size}`, share, ignorableGaps(name).join('; ')]
  })
  const head = ['Kind', 'Pages', 'Courts', 'Coverage', 'Known gaps']
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at].length))
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** The kind of most pages of a folder. */
const mostOf = (pages: Map<string, number>): string | undefined =>
  [...pages].toSorted(([, one], [, other]) => other - one)[0]?.[0]
