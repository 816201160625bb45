/**
 * Reports on one case without its entries: the query page and the register
 * of claims (docket-json, 7). Claims themselves are not kept.
 */
import type { CaseQuery } from '#app/court_pages/case_query'
import type { ClaimsRegister } from '#app/court_pages/claims_register'
import type { DocketSheet } from '../schema.js'
import { docketValues, type PrintedDocket } from './docket_values.js'
import type { PageContext, PageSheet } from './page_sheet.js'
import { atMost, printed } from './values.js'

type Bankruptcy = NonNullable<DocketSheet['bankruptcy_information']>

/** The sheet of the query page of a case. */
export function caseQuery(query: CaseQuery, context: PageContext): PageSheet[] {
  return caseReport(query, query, context)
}

/** The sheet of a register of claims. */
export function claimsRegister(register: ClaimsRegister, context: PageContext): PageSheet[] {
  const closed = register.date_closed ?? null
  return caseReport({ ...register, date_terminated: closed }, register, context)
}

function caseReport(
  docket: PrintedDocket,
  bankruptcy: Bankruptcy,
  context: PageContext
): PageSheet[] {
  const values = printed({
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
