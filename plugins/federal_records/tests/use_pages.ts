/**
 * Shared by specs of merged pages: a docket report, and merges in a separate database.
 */
import type { Group } from '@japa/runner/core'
import { mergePage, type PageToMerge } from '../docket_sheet/from_pages/merge_page.js'
import type { DocketReport } from '../docket_sheet/from_pages/converters.js'
import type { PrintedEntry } from '../docket_sheet/from_pages/entries.js'
import { useSheets } from './use_sheets.js'

export const NUMBER = '1:24-cv-00001'
export const CASE_ID = '600001'

export const entry = (
  number: string | null,
  changes: Partial<PrintedEntry> = {}
): PrintedEntry => ({
  date_filed: '2024-01-02',
  document_number: number,
  pacer_doc_id: number && `1270${number.padStart(8, '0')}`,
  pacer_seq_no: null,
  description: `Filing ${number}`,
  ...changes,
})

export const report = (changes: Partial<DocketReport> = {}): DocketReport => ({
  docket_number: NUMBER,
  case_name: 'One v. Two',
  date_filed: '2024-01-02',
  date_terminated: null,
  assigned_to_str: '',
  referred_to_str: '',
  cause: '28:1332 Diversity',
  nature_of_suit: 'Contract: Other',
  jury_demand: 'None',
  jurisdiction: 'Diversity',
  mdl_status: '',
  docket_entries: [entry('1'), entry('2', { date_filed: '2024-01-05' })],
  parties: [],
  ...changes,
})

export const docketPage = (changes: Partial<DocketReport> = {}) =>
  ({ kind: 'district_docket', result: report(changes) }) as const

/** Sets up a database with courts for a group; each test starts without dockets. */
export function usePages(group: Group) {
  const sheets = useSheets(group)
  /** Merges a page of the Southern District of New York in a new transaction. */
  const merge = (page: PageToMerge['page'], context: Partial<PageToMerge> = {}) =>
    sheets.scratch.lucid.transaction((trx) =>
      mergePage(trx, { page, court: 'nysd', registryCaseId: CASE_ID, ...context })
    )
  /** All rows of the tables that pages change. */
  const state = async () => {
    const tables = {} as Record<(typeof TABLES)[number], Record<string, unknown>[]>
    for (const table of TABLES)
      tables[table] = await sheets.rows(`SELECT * FROM ${table} ORDER BY id`)
    return tables
  }
  return { sheets, rows: sheets.rows, merge, state }
}

export const TABLES = [
  'dockets',
  'docket_entries',
  'archive_documents',
  'parties',
  'party_types',
  'criminal_counts',
  'criminal_complaints',
  'attorneys',
  'attorney_roles',
  'attorney_organizations',
  'attorney_organization_links',
  'bankruptcy_information',
  'originating_court_information',
] as const
