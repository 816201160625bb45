/**
 * Dockets of courts of appeals, of the classic and of the new system
 * (docket-json, 4 and 5). Numbers of aliens are left out.
 */
import type { AcmsDocket } from '#app/court_pages/acms_docket'
import { courtOf } from '#app/court_pages/court_system_ids'
import type { AppellateDocket } from '#app/court_pages/appellate_docket'
import type { AppellateOrigin } from '#app/court_pages/appellate_origin'
import { docketReport } from './docket_report.js'
import type { PageContext, PageSheet } from './page_sheet.js'
import { printed } from './values.js'

/** The sheet of a docket of the classic system. */
export function appellateReport(docket: AppellateDocket, context: PageContext): PageSheet[] {
  const origin = originOf(docket.originating_court_information)
  return withAppeal(docketReport(docket, context), docket, {
    panel_str: docket.panel.join(', '),
    ...(Object.keys(origin).length && { origin }),
  })
}

/** The sheet of a docket of the new system. */
export function acmsReport(docket: AcmsDocket, context: PageContext): PageSheet[] {
  return withAppeal(docketReport(docket, context), docket, {})
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
        ...printed({
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
  return printed({
    court_id: origin.court_id && courtOf(origin.court_id),
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
