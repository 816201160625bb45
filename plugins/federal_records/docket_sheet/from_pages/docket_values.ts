/**
 * The docket's own values, as all reports of the courts print them
 * (docket-json, 2 and 3).
 */
import type { DocketSheet } from '../schema.js'
import type { PageContext } from './page_sheet.js'
import { atMost, ifFits, printed, wholeOf } from './values.js'

/** What any report may say of its case; none says all of it. */
export interface PrintedDocket {
  docket_number: string
  federal_dn_office_code?: string | null
  federal_dn_case_type?: string | null
  federal_dn_judge_initials_assigned?: string | null
  federal_dn_judge_initials_referred?: string | null
  federal_defendant_number?: string | null
  case_name?: string
  date_filed?: string | null
  date_terminated?: string | null
  date_last_filing?: string | null
  assigned_to_str?: string
  referred_to_str?: string
  cause?: string
  nature_of_suit?: string
  jury_demand?: string
  jurisdiction?: string
  mdl_status?: string
  pacer_case_id?: string | null
}

const MAX_SMALLINT = 2 ** 15 - 1

/** The docket of a sheet; what the page leaves blank is not in it. */
export function docketValues(
  docket: PrintedDocket,
  { court, registryCaseId }: PageContext
): DocketSheet['docket'] {
  return {
    court_id: court,
    docket_number: docket.docket_number,
    ...printed({
      registry_case_id: ifFits(100, registryCaseId ?? docket.pacer_case_id),
      case_name: docket.case_name,
      date_filed: docket.date_filed,
      date_terminated: docket.date_terminated,
      date_last_filing: docket.date_last_filing,
      assigned_to_str: docket.assigned_to_str,
      referred_to_str: docket.referred_to_str,
      cause: atMost(2000, docket.cause),
      nature_of_suit: atMost(1000, docket.nature_of_suit),
      jury_demand: atMost(500, docket.jury_demand),
      jurisdiction_type: atMost(100, docket.jurisdiction),
      mdl_status: atMost(100, docket.mdl_status),
      federal_dn_office_code: ifFits(3, docket.federal_dn_office_code),
      federal_dn_case_type: ifFits(6, docket.federal_dn_case_type),
      federal_dn_judge_initials_assigned: ifFits(5, docket.federal_dn_judge_initials_assigned),
      federal_dn_judge_initials_referred: ifFits(5, docket.federal_dn_judge_initials_referred),
      federal_defendant_number: wholeOf(docket.federal_defendant_number, MAX_SMALLINT),
    }),
  }
}
