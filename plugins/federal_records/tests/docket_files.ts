/** Docket pages of real courts. They aren't part of the project and are read by tests only. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readPage } from '#app/court_pages/read_page'
import { COURT_PAGES } from '#tests/helpers/court_pages'
import type { CaseReport } from './case_sources.js'

/** Courts of the scratch database, by kind of docket. */
const COURTS = {
  district_docket: 'nysd',
  bankruptcy_docket: 'deb',
  appellate_docket: 'ca2',
  acms_docket: 'ca2',
  archive_docket: 'nysd',
} as const

/** Paths of all pages; empty without the folder. */
export const DOCKET_FILES = [COURT_PAGES, `${COURT_PAGES}-2`].flatMap((root) =>
  ['dockets', 'dockets_internet_archive'].flatMap((folder) => {
    const path = join(root, 'pacer', folder)
    if (!existsSync(path)) return []
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:html|xml|acms_json)$/.test(name))
      .map((name) => join(path, name))
      .sort()
  })
)

/** The court system's ID of a page's court, by which its file is named. */
export function fileCourt(file: string): string {
  return /[^/\\]+$/.exec(file)![0].split(/[_.]/)[0]!
}

/**
 * Parses a docket page.
 *
 * @param court ID in the court system
 * @param name for messages
 * @returns undefined for a page without entries
 */
export async function readReport(
  bytes: Uint8Array,
  court: string,
  name: string
): Promise<CaseReport | undefined> {
  const read = await readPage(bytes, court)
  if (!('kind' in read) || !(read.kind in COURTS)) return undefined
  const kind = read.kind as CaseReport['kind']
  const report = read.result as CaseReport['report']
  return report.docket_entries.length ? { name, kind, court: COURTS[kind], report } : undefined
}
