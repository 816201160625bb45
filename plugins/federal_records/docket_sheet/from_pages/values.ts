import type { MergeRules, DocketSheet } from '../schema.js'

/**
 * Values of parsed pages as sheets take them.
 */

/** An object without the values that say nothing: a page overwrites only with what it prints. */
export function printed<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && value !== ''
    )
  ) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** A text cut to what its column holds. */
export function atMost(length: number, text: string | null | undefined): string {
  return (text ?? '').slice(0, length)
}

/** A text its column can hold, else nothing: half a code is none. */
export function ifFits(length: number, text: string | null | undefined): string {
  return text && text.length <= length ? text : ''
}

const MAX_INTEGER = 2 ** 31 - 1

/** A whole number of a page, in the bounds of a column. */
export function wholeOf(
  value: string | number | null | undefined,
  most = MAX_INTEGER
): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= 0 && number <= most ? number : null
}

/** The day of a date or a time stamp. */
export function dayOf(value: string | null | undefined): string | null {
  return value ? value.slice(0, 10) : null
}

/** What is known of a page besides its text. */
export interface PageContext {
  /** The archive's ID of the court. */
  court: string
  /** The case's ID in the court system, where the sender gave it. */
  registryCaseId: string | null
}

/** A sheet made of a page, and how it is to be taken. */
export interface PageSheet {
  sheet: DocketSheet
  rules: MergeRules
}

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
