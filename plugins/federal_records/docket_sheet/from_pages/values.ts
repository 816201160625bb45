import type { MergeRules, DocketSheet } from '../schema.js'

/** Converts values of parsed pages to those of sheets. */

/** Omits empty values, because a page overwrites only with values that it shows. */
export function removeEmptyValues<T extends object>(
  values: T
): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && value !== ''
    )
  ) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** A text cut to the length of its column. */
export function atMost(length: number, text: string | null | undefined): string {
  return (text ?? '').slice(0, length)
}

/** A text if it fits its column, otherwise empty, because a cut code is invalid. */
export function emptyIfTooLong(length: number, text: string | null | undefined): string {
  return text && text.length <= length ? text : ''
}

const MAX_INTEGER = 2 ** 31 - 1

/** A whole number within the range of its column, otherwise null. */
export function toBoundedInteger(
  value: string | number | null | undefined,
  most = MAX_INTEGER
): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= 0 && number <= most ? number : null
}

/** The date part of a date or timestamp. */
export function toDateOnly(value: string | null | undefined): string | null {
  return value ? value.slice(0, 10) : null
}

/** The context of a page. */
export interface PageContext {
  /** The court's ID in the archive. */
  court: string
  /** The court system's case ID, if the sender provided it. */
  registryCaseId: string | null
}

/** The sheet of a page, and how to merge it. */
export interface PageSheet {
  sheet: DocketSheet
  rules: MergeRules
}

/** Values of a docket on a report; each report has some of them. */
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

/** The docket of a sheet, without values that are empty on the page. */
export function docketValues(
  docket: PrintedDocket,
  { court, registryCaseId }: PageContext
): DocketSheet['docket'] {
  return {
    court_id: court,
    docket_number: docket.docket_number,
    ...removeEmptyValues({
      registry_case_id: emptyIfTooLong(100, registryCaseId ?? docket.pacer_case_id),
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
      federal_dn_office_code: emptyIfTooLong(3, docket.federal_dn_office_code),
      federal_dn_case_type: emptyIfTooLong(6, docket.federal_dn_case_type),
      federal_dn_judge_initials_assigned: emptyIfTooLong(
        5,
        docket.federal_dn_judge_initials_assigned
      ),
      federal_dn_judge_initials_referred: emptyIfTooLong(
        5,
        docket.federal_dn_judge_initials_referred
      ),
      federal_defendant_number: toBoundedInteger(docket.federal_defendant_number, MAX_SMALLINT),
    }),
  }
}
