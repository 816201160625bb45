/**
 * Dockets of district and bankruptcy courts, their histories, and dockets in
 * the archive's XML (docket-json, 3, 7 and 8).
 */
import { docketValues, type PrintedDocket } from './docket_values.js'
import { sheetEntries, type PrintedEntry } from './entries.js'
import type { PageContext, PageSheet } from './page_sheet.js'
import { partyRules, sheetParties, type PrintedParty } from './parties.js'
import { printed } from './values.js'

/** A report on one case with its entries; histories have no parties. */
export interface DocketReport extends PrintedDocket {
  date_converted?: string | null
  docket_entries: PrintedEntry[]
  parties?: PrintedParty[] | null
}

/** The sheet of a report on one case. */
export function docketReport(report: DocketReport, context: PageContext): PageSheet[] {
  const { docket_entries: entries, parties } = report
  const bankruptcy = printed({ date_converted: report.date_converted })
  return [
    {
      sheet: {
        docket: docketValues(report, context),
        docket_entries: sheetEntries(entries),
        ...(parties && { parties: sheetParties(parties) }),
        ...(bankruptcy.date_converted && { bankruptcy_information: bankruptcy }),
      },
      rules: { fromPage: true, ...(parties && { parties: partyRules(parties) }) },
    },
  ]
}
