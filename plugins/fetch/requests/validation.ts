/** Validation rules of requests, in order (fetch-and-upload, 1.2). */
import {
  isAppellateCourt,
  isRegistryCourt,
  type RegistryCourt,
} from '#plugins/federal_records/public/court_kinds'
import { TYPE } from '../codes.js'

export interface RequestedValues {
  request_type: number
  court_id: string | null
  docket_id: number | string | null
  recap_document_id: number | string | null
  registry_case_id: string
  docket_number: string
  de_date_start: string | null
  de_date_end: string | null
  de_number_start: number | null
  de_number_end: number | null
  show_parties_and_counsel: boolean
  show_terminated_parties: boolean
}

export interface RequestedPlace {
  court?: RegistryCourt
  document?: { isAvailable: boolean }
}

type Rule = (
  values: RequestedValues,
  place: RequestedPlace
) => [field: string, said: string] | undefined

const GENERAL = 'non_field_errors'
const DATES = ['de_date_start', 'de_date_end'] as const
const NUMBERS = ['de_number_start', 'de_number_end'] as const

const isAppellate = ({ court }: RequestedPlace) => court !== undefined && isAppellateCourt(court)

/** Rules in the order in which they are checked. */
const RULES = {
  docket_needs_case: ({ request_type: type, docket_id, docket_number, registry_case_id }) =>
    type === TYPE.docket && docket_id === null && !docket_number && !registry_case_id
      ? [GENERAL, 'Requests for dockets require docket, docket_number, or registry_case_id.']
      : undefined,
  document_needs_key: ({ request_type: type, recap_document_id }) =>
    type !== TYPE.docket && recap_document_id === null
      ? [GENERAL, 'Requests for PDFs and attachment pages require recap_document.']
      : undefined,
  case_id_needs_court: ({ registry_case_id: id, court_id }) =>
    id && court_id === null ? [GENERAL, 'registry_case_id requires court.'] : undefined,
  case_id_like_docket_number: ({ registry_case_id: id }) =>
    id.split('-').length === 2
      ? [
          GENERAL,
          'registry_case_id looks like a docket number. Send the case ID, or docket_number.',
        ]
      : undefined,
  docket_number_needs_court: ({ docket_number: number, court_id }) =>
    number && court_id === null ? [GENERAL, 'docket_number requires court.'] : undefined,
  appeal_by_case_id: ({ registry_case_id: id, docket_number: number, docket_id }, place) =>
    isAppellate(place) && id && !number && docket_id === null
      ? [
          GENERAL,
          'Appellate cases are looked up by docket number. Send docket_number instead of registry_case_id.',
        ]
      : undefined,
  appeal_entry_numbers: (values, place) =>
    isAppellate(place) && NUMBERS.some((name) => values[name] !== null)
      ? [
          GENERAL,
          "Appellate courts don't support entry number ranges. Omit de_number_start and de_number_end.",
        ]
      : undefined,
  appeal_dates: (values, place) => {
    const given = isAppellate(place) && DATES.find((name) => values[name] !== null)
    return given
      ? [given, "Appellate courts don't support date ranges. Omit this field."]
      : undefined
  },
  terminated_without_parties: ({
    show_parties_and_counsel: parties,
    show_terminated_parties: terminated,
  }) =>
    terminated && !parties
      ? [GENERAL, 'show_terminated_parties requires show_parties_and_counsel.']
      : undefined,
  dates_reversed: ({ de_date_start: from, de_date_end: to }) =>
    from !== null && to !== null && from > to
      ? ['de_date_end', 'This is before de_date_start.']
      : undefined,
  numbers_reversed: ({ de_number_start: from, de_number_end: to }) =>
    from !== null && to !== null && from > to
      ? ['de_number_end', 'This is less than de_number_start.']
      : undefined,
  court_of_registry: (_values, { court }) =>
    court && !isRegistryCourt(court) ? [GENERAL, `Invalid court id: ${court.id}`] : undefined,
  pdf_available: ({ request_type: type }, { document }) =>
    type === TYPE.pdf && document?.isAvailable
      ? [GENERAL, 'The archive already has this PDF.']
      : undefined,
} satisfies Record<string, Rule>

export const RULE_NAMES = Object.keys(RULES)

/** @returns field and message of the first broken rule */
export function brokenRule(values: RequestedValues, place: RequestedPlace): ReturnType<Rule> {
  for (const rule of Object.values<Rule>(RULES)) {
    const broken = rule(values, place)
    if (broken) return broken
  }
  return undefined
}
