/** Converts parsed pages to docket sheets. */
import type { ParsedPage } from '#app/court_pages/page_kinds'
import { acmsMenu, appellateMenu, attachmentMenu, type DocumentMenu } from './document_menus.js'
import {
  type PageContext,
  type PageSheet,
  atMost,
  removeEmptyValues,
  docketValues,
  type PrintedDocket,
} from './values.js'
import { freeOpinions, notice, rssFeed } from './single_entries.js'
import type { CaseQuery } from '#app/court_pages/case_query'
import type { ClaimsRegister } from '#app/court_pages/claims_register'
import type { DocketSheet } from '../schema.js'
import type { AcmsDocket } from '#app/court_pages/acms_docket'
import { toCourtId } from '#app/court_pages/court_system_ids'
import type { AppellateDocket } from '#app/court_pages/appellate_docket'
import type { AppellateOrigin } from '#app/court_pages/appellate_origin'
import { sheetEntries, type PrintedEntry } from './entries.js'
import { partyRules, sheetParties, type PrintedParty } from './parties.js'

/** A report on a case with its entries; histories have no parties. */
export interface DocketReport extends PrintedDocket {
  date_converted?: string | null
  docket_entries: PrintedEntry[]
  parties?: PrintedParty[] | null
}

/** The sheet of a report on a case. */
function docketReport(report: DocketReport, context: PageContext): PageSheet[] {
  const { docket_entries: entries, parties } = report
  const bankruptcy = removeEmptyValues({ date_converted: report.date_converted })
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

/** The sheet of a history report, whose texts are less complete than those of a docket report. */
function historyReport(report: DocketReport, context: PageContext): PageSheet[] {
  return docketReport(report, context).map(({ sheet, rules }) => ({
    sheet,
    rules: { ...rules, source: 'history' },
  }))
}

/** The sheet of an appellate docket of the classic system. */
function appellateReport(docket: AppellateDocket, context: PageContext): PageSheet[] {
  const origin = originOf(docket.originating_court_information)
  return withAppeal(docketReport(docket, context), docket, {
    panel_str: docket.panel.join(', '),
    ...(Object.keys(origin).length && { origin }),
  })
}

/** The sheet of an appellate docket of the new system (ACMS). */
function acmsReport(docket: AcmsDocket, context: PageContext): PageSheet[] {
  const { docket_number, date_judgment } = docket.originating_court_information
  const origin = originOf({ docket_number, date_judgment })
  return withAppeal(docketReport(docket, context), docket, {
    ...(Object.keys(origin).length && { origin }),
  })
}

interface Appeal {
  appeal_from: string
  fee_status: string
  case_type_information: string
}

type Origin = ReturnType<typeof originOf>

function withAppeal(
  pages: PageSheet[],
  appeal: Appeal,
  { panel_str: panel, origin }: { panel_str?: string; origin?: Origin }
): PageSheet[] {
  return pages.map(({ sheet, rules }) => ({
    sheet: {
      ...sheet,
      docket: {
        ...sheet.docket,
        ...removeEmptyValues({
          appeal_from_str: appeal.appeal_from,
          appellate_fee_status: appeal.fee_status,
          appellate_case_type_information: appeal.case_type_information,
          panel_str: panel,
        }),
      },
      ...(origin && { originating_court_information: origin }),
    },
    rules,
  }))
}

function originOf(origin: AppellateOrigin) {
  return removeEmptyValues({
    court_id: origin.court_id && toCourtId(origin.court_id),
    docket_number: origin.docket_number,
    assigned_to_str: origin.assigned_to,
    ordering_judge_str: origin.ordering_judge,
    court_reporter: origin.court_reporter,
    date_filed: origin.date_filed,
    date_disposed: origin.date_disposed,
    date_judgment: origin.date_judgment,
    date_judgment_eod: origin.date_judgment_eod,
    date_filed_noa: origin.date_filed_noa,
    date_received_coa: origin.date_received_coa,
  })
}

type Bankruptcy = NonNullable<DocketSheet['bankruptcy_information']>

/** The sheet of a case query. */
function caseQuery(query: CaseQuery, context: PageContext): PageSheet[] {
  return caseReport(query, query, context)
}

/** The sheet of a claims register. */
function claimsRegister(register: ClaimsRegister, context: PageContext): PageSheet[] {
  const closed = register.date_closed ?? null
  return caseReport({ ...register, date_terminated: closed }, register, context)
}

function caseReport(
  docket: PrintedDocket,
  bankruptcy: Bankruptcy,
  context: PageContext
): PageSheet[] {
  const values = removeEmptyValues({
    chapter: atMost(10, bankruptcy.chapter),
    trustee_str: bankruptcy.trustee_str,
    date_converted: bankruptcy.date_converted,
    date_last_to_file_claims: bankruptcy.date_last_to_file_claims,
    date_last_to_file_govt: bankruptcy.date_last_to_file_govt,
    date_debtor_dismissed: bankruptcy.date_debtor_dismissed,
  })
  return [
    {
      sheet: {
        docket: docketValues(docket, context),
        ...(Object.keys(values).length && { bankruptcy_information: values }),
      },
      rules: { fromPage: true },
    },
  ]
}

/** A parsed page of any kind; district and bankruptcy dockets have the same type of result. */
export type MergeablePage =
  ParsedPage | { kind: 'district_docket' | 'bankruptcy_docket'; result: DocketReport }

type Kind = MergeablePage['kind']
type Result<K extends Kind> = Extract<MergeablePage, { kind: K }>['result']
type Converters = {
  [K in Kind]?: (result: Result<K>, context: PageContext) => PageSheet[]
}

/** Converters by page kind; other kinds have no data for the archive. */
const CONVERTERS: Converters = {
  district_docket: docketReport,
  bankruptcy_docket: docketReport,
  history_report: historyReport,
  archive_docket: docketReport,
  appellate_docket: appellateReport,
  acms_docket: acmsReport,
  case_query: caseQuery,
  claims_register: claimsRegister,
  rss_feed: rssFeed,
  notice,
  free_opinions_report: freeOpinions,
}

/** The document menu of a page; its entry must be in the archive. */
export function toDocumentMenu(page: MergeablePage): DocumentMenu | undefined {
  if (page.kind === 'attachment_menu') return attachmentMenu(page.result)
  if (page.kind === 'appellate_attachment_menu') return appellateMenu(page.result)
  if (page.kind === 'acms_attachment_page') return acmsMenu(page.result)
  return undefined
}

/** The sheets of a page; undefined for kinds without any. */
export function toPageSheets(page: MergeablePage, context: PageContext): PageSheet[] | undefined {
  const convert = CONVERTERS[page.kind] as
    ((result: MergeablePage['result'], context: PageContext) => PageSheet[]) | undefined
  return convert?.(page.result, context)
}
