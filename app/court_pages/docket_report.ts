import type { DocketNumberParts } from './docket_numbers.js'
import type { DocketReportEntry } from './docket_entries.js'
import type { RelatedCase } from './related_cases.js'
import type { DocketParty } from './docket_parties.js'

/** The head of a docket. */
export interface DocketHead {
  court_id: string
  case_name: string
  date_filed: string | null
  date_terminated: string | null
  date_converted: string | null
  date_discharged: string | null
  assigned_to_str: string
  referred_to_str: string
  cause: string
  nature_of_suit: string
  jury_demand: string
  demand: string
  jurisdiction: string
}

/** A docket report of a district, trade, or bankruptcy court. */
export interface DocketReport extends DocketHead, DocketNumberParts {
  mdl_status: string
  /** Absent if the report names no other cases. */
  related_cases?: RelatedCase[]
  /** Null for a report without entries. */
  ordered_by: 'date_filed' | 'date_entered' | null
  parties: DocketParty[]
  docket_entries: DocketReportEntry[]
}
