/**
 * A docket sheet: one docket with its entries, documents, parties and
 * attorneys, as docket parsers write it and JSON Lines files hold it, one per
 * line. Every name a sheet may use is declared here.
 */
import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'

const text = () => vine.string()
const optionalText = () => vine.string().nullable().optional()
const whole = () => vine.number({ strict: true }).withoutDecimals()
const optionalWhole = () => whole().nullable().optional()
const optionalBoolean = () => vine.boolean({ strict: true }).nullable().optional()
/** `2024-02-15` */
const date = () =>
  vine
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .nullable()
    .optional()
/** `2024-02-16T10:11:12.345678+00:00` */
const datetime = () =>
  vine
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/)
    .nullable()
    .optional()
const time = () =>
  vine
    .string()
    .regex(/^\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?$/)
    .nullable()
    .optional()
/** Rows keep their keys across imports when they bring them. */
const key = () => whole().min(1).optional()

const document = vine.object({
  id: key(),
  document_type: whole().in([1, 2]),
  document_number: text().maxLength(32),
  attachment_number: optionalWhole(),
  registry_doc_id: optionalText(),
  acms_document_guid: optionalText(),
  description: optionalText(),
  is_available: optionalBoolean(),
  is_free_on_registry: optionalBoolean(),
  is_sealed: optionalBoolean(),
  page_count: optionalWhole(),
  file_size: optionalWhole(),
  sha1: optionalText(),
  filepath_local: optionalText(),
  filepath_ia: optionalText(),
  date_upload: datetime(),
  plain_text: optionalText(),
  ocr_status: optionalWhole(),
  thumbnail: optionalText(),
  thumbnail_status: optionalWhole(),
})

const entry = vine.object({
  id: key(),
  /** Null for entries the court does not number. */
  entry_number: optionalWhole(),
  date_filed: date(),
  time_filed: time(),
  /** Orders the sheet together with the entry number. */
  recap_sequence_number: optionalText(),
  registry_sequence_number: optionalWhole(),
  description: optionalText(),
  documents: vine.array(document).maxLength(2000).optional(),
})

const attorney = vine.object({
  id: key(),
  name: text(),
  contact_raw: optionalText(),
  phone: optionalText(),
  fax: optionalText(),
  email: optionalText(),
  roles: vine
    .array(vine.object({ role: optionalWhole(), role_raw: optionalText(), date_action: date() }))
    .maxLength(50)
    .optional(),
  organizations: vine
    .array(
      vine.object({
        id: key(),
        /** Letters and digits of name and address; made from them when it is missing. */
        lookup_key: optionalText(),
        name: text(),
        address1: optionalText(),
        address2: optionalText(),
        city: optionalText(),
        state: optionalText(),
        zip_code: optionalText(),
      })
    )
    .maxLength(20)
    .optional(),
})

const party = vine.object({
  id: key(),
  name: text(),
  extra_info: optionalText(),
  /** Part it takes in this docket: `Plaintiff`. */
  type: text().maxLength(100),
  type_extra_info: optionalText(),
  date_terminated: date(),
  highest_offense_level_opening: optionalText(),
  highest_offense_level_terminated: optionalText(),
  pro_se: optionalWhole(),
  criminal_counts: vine
    .array(vine.object({ name: text(), disposition: optionalText(), status: whole().in([1, 2]) }))
    .maxLength(2000)
    .optional(),
  criminal_complaints: vine
    .array(vine.object({ name: text(), disposition: optionalText() }))
    .maxLength(2000)
    .optional(),
  attorneys: vine.array(attorney).maxLength(1000).optional(),
})

/** Checks one docket sheet. */
export const docketSheet = vine.compile(
  vine.object({
    docket: vine.object({
      id: key(),
      court_id: text(),
      docket_number: text(),
      registry_case_id: optionalText(),
      case_name: optionalText(),
      date_filed: date(),
      date_terminated: date(),
      date_last_filing: date(),
      assigned_to_str: optionalText(),
      referred_to_str: optionalText(),
      cause: optionalText(),
      nature_of_suit: optionalText(),
      jury_demand: optionalText(),
      jurisdiction_type: optionalText(),
    }),
    docket_entries: vine.array(entry).maxLength(100_000).optional(),
    parties: vine.array(party).maxLength(50_000).optional(),
  })
)

export type DocketSheet = Infer<typeof docketSheet>
export type SheetEntry = NonNullable<DocketSheet['docket_entries']>[number]
export type SheetParty = NonNullable<DocketSheet['parties']>[number]
export type SheetAttorney = NonNullable<SheetParty['attorneys']>[number]
