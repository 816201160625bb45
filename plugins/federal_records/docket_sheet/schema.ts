/**
 * The schema of a docket sheet: a docket with its entries, documents, parties, and attorneys, from
 * a docket parser or a line of a JSON Lines file.
 */
import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import { docketResource } from '#plugins/case_law/public'
import { documentId } from '#app/court_pages/court_system_ids'
import documentResource from '../resources/archive_document.js'
import attorneyResource from '../resources/attorney.js'
import { PRO_SE } from '../resources/codes.js'
import entryResource from '../resources/docket_entry.js'
import { bankruptcyInformation, originatingCourtInformation } from '../resources/docket_details.js'
import partyResource from '../resources/party.js'
import {
  date,
  datetime,
  key,
  list,
  name,
  optionalBoolean,
  optionalPerson,
  optionalText,
  optionalWhole,
  person,
  row,
  text,
  time,
  whole,
} from './schema_words.js'
import type { RowsField } from '#api/field_definitions'

/** Fields of the rows nested in a resource's field. */
function nested(field: unknown) {
  return (field as RowsField).fields
}

const MAIN = 1
const ATTACHMENT = 2

/** Requires an attachment number for attachments, and rejects one for main documents. */
const numberedAttachment = vine.createRule<object>((given, _, field) => {
  const { document_type: type, attachment_number: number } = given as Record<string, unknown>
  const numbered = number !== undefined && number !== null
  const report = (problem: string) =>
    field.report(problem, 'attachment', field, { below: 'attachment_number' })
  if (type === MAIN && numbered) report('must be empty for a main document')
  if (type === ATTACHMENT && !numbered) report('required for an attachment')
})

const document = row(documentResource.fields, {
  id: key,
  document_type: whole,
  document_number: text,
  attachment_number: optionalWhole,
  registry_doc_id: (declared) => text(declared).transform(documentId).nullable().optional(),
  acms_document_guid: optionalText,
  description: optionalText,
  is_available: optionalBoolean,
  is_free_on_registry: optionalBoolean,
  is_sealed: optionalBoolean,
  page_count: optionalWhole,
  file_size: optionalWhole,
  sha1: optionalText,
  filepath_local: optionalText,
  filepath_ia: optionalText,
  date_upload: datetime,
  plain_text: optionalText,
  ocr_status: optionalWhole,
  thumbnail: optionalText,
  thumbnail_status: optionalWhole,
}).use(numberedAttachment({}))

const entry = row(entryResource.fields, {
  id: key,
  /** Null for entries without a number. */
  entry_number: optionalWhole,
  date_filed: date,
  time_filed: time,
  /** The day of entry, by which entries without a number are matched. */
  date_entered: date,
  /** Sort key, together with the entry number. */
  recap_sequence_number: optionalText,
  registry_sequence_number: optionalWhole,
  description: optionalText,
  documents: list(document, 2000),
})

const role = row(nested(partyResource.fields.attorneys), {
  role: optionalWhole,
  role_raw: optionalText,
  date_action: date,
})

/** Lengths are declared here, because the API has no organizations. */
const organization = row(
  {},
  {
    id: key,
    /** Letters and digits of all other values; generated if missing. */
    lookup_key: optionalText,
    name: person,
    address1: optionalText,
    address2: optionalText,
    city: optionalText,
    state: () => optionalText({ maxLength: 2 }),
    zip_code: () => optionalText({ maxLength: 10 }),
  }
)

const attorney = row(attorneyResource.fields, {
  id: key,
  name: person,
  contact_raw: optionalText,
  phone: optionalText,
  fax: optionalText,
  email: optionalText,
  roles: list(role, 50),
  organizations: list(organization, 20),
})

const partyType = nested(partyResource.fields.party_types)
const count = row(nested(partyType.criminal_counts), {
  name: text,
  disposition: optionalText,
  status: whole,
})
const complaint = row(nested(partyType.criminal_complaints), {
  name: text,
  disposition: optionalText,
})

const partyFields = {
  ...partyType,
  ...partyResource.fields,
  type: partyType.name!,
  type_extra_info: partyType.extra_info!,
}

const party = row(partyFields, {
  id: key,
  name: person,
  extra_info: optionalText,
  /** Party type in this docket: `Plaintiff`. */
  type: text,
  type_extra_info: optionalText,
  date_terminated: date,
  highest_offense_level_opening: optionalText,
  highest_offense_level_terminated: optionalText,
  pro_se: () => optionalWhole({ choices: PRO_SE }),
  criminal_counts: list(count, 2000),
  criminal_complaints: list(complaint, 2000),
  attorneys: list(attorney, 1000),
})

const docket = row(docketResource.fields, {
  id: key,
  /** Court and number are optional if the ID is given. */
  court_id: (declared) => text(declared).optional(),
  docket_number: (declared) => name(declared).optional(),
  registry_case_id: optionalText,
  case_name: optionalPerson,
  date_filed: date,
  date_terminated: date,
  date_last_filing: date,
  assigned_to_str: optionalPerson,
  referred_to_str: optionalPerson,
  cause: optionalText,
  nature_of_suit: optionalText,
  jury_demand: optionalText,
  jurisdiction_type: optionalText,
  mdl_status: optionalText,
  federal_dn_office_code: optionalText,
  federal_dn_case_type: optionalText,
  federal_dn_judge_initials_assigned: optionalText,
  federal_dn_judge_initials_referred: optionalText,
  federal_defendant_number: optionalWhole,
  appeal_from_str: optionalPerson,
  panel_str: optionalPerson,
  appellate_fee_status: optionalText,
  appellate_case_type_information: optionalText,
})

const originatingCourt = row(originatingCourtInformation.fields, {
  /** ID of the lower court; linked from the docket if it exists. */
  court_id: optionalText,
  docket_number: optionalText,
  assigned_to_str: optionalPerson,
  ordering_judge_str: optionalPerson,
  court_reporter: optionalPerson,
  date_disposed: date,
  date_filed: date,
  date_judgment: date,
  date_judgment_eod: date,
  date_filed_noa: date,
  date_received_coa: date,
})

const bankruptcy = row(bankruptcyInformation.fields, {
  date_converted: date,
  date_last_to_file_claims: date,
  date_last_to_file_govt: date,
  date_debtor_dismissed: date,
  chapter: optionalText,
  trustee_str: optionalPerson,
})

/** Validates a docket sheet. */
export const docketSheet = vine.compile(
  row(
    {},
    {
      docket: () => docket,
      originating_court_information: () => originatingCourt.optional(),
      bankruptcy_information: () => bankruptcy.optional(),
      docket_entries: list(entry, 100_000),
      parties: list(party, 50_000),
    }
  )
)

export type DocketSheet = Infer<typeof docketSheet>
export type SheetEntry = NonNullable<DocketSheet['docket_entries']>[number]
export type SheetParty = NonNullable<DocketSheet['parties']>[number]
export type SheetAttorney = NonNullable<SheetParty['attorneys']>[number]

/** Sources of entries, from the least detailed one. */
export type EntrySource = 'feed' | 'opinions' | 'notice' | 'history' | 'sheet'

/** How a sheet is merged: as the data of an operator or of a page. */
export interface MergeRules {
  /** A page doesn't replace the nature of suit or move the date of the last filing backward. */
  fromPage?: boolean
  /** The page lists all parties, or all active ones; others are detached from the docket. */
  parties?: 'all' | 'active'
  /** The page shows single entries without their position in the day. */
  singleEntries?: boolean
  /** The source of the entries; `sheet` by default. */
  source?: EntrySource
}
