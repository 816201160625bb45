/** Validation rules of uploads, in order (fetch-and-upload, 2.2). */
import {
  isAppellateCourt,
  isBankruptcyCourt,
  isDistrictCourt,
  type CourtKind,
} from '#plugins/federal_records/public/court_kinds'
import { TYPE } from './codes.js'

export interface UploadedValues {
  upload_type: number
  registry_case_id: string
  registry_doc_id: string
  acms_document_guid: string
  document_number: number | null
  attachment_number: number | null
}

/** What the rules depend on in addition to the values. */
interface UploadContext {
  court: CourtKind
  /** First 1,024 bytes of the file. */
  head: Buffer
  /** Whether the request policy is `lenient` (app/api/catalog.ts). */
  isLenient?: boolean
}

type Rule = (
  values: UploadedValues,
  context: UploadContext
) => [field: string, message: string] | undefined

const MARK = '%PDF-'

const WITHOUT_DOCUMENT: number[] = [
  TYPE.docket,
  TYPE.appellateDocket,
  TYPE.acmsDocket,
  TYPE.claimsRegister,
]
const OF_DISTRICT: number[] = [
  TYPE.docket,
  TYPE.historyReport,
  TYPE.caseQuery,
  TYPE.caseQueryResult,
]
const OF_APPELLATE: number[] = [
  TYPE.appellateDocket,
  TYPE.appellateAttachmentPage,
  TYPE.appellateCaseQuery,
  TYPE.appellateCaseQueryResult,
  TYPE.acmsDocket,
  TYPE.acmsAttachmentPage,
]
const WITHOUT_CASE: number[] = [TYPE.pdf, TYPE.caseQueryResult, TYPE.appellateCaseQueryResult]

const GENERAL = 'non_field_errors'

const RULES: Rule[] = [
  (values) => {
    const names = ['registry_doc_id', 'registry_case_id', 'acms_document_guid'] as const
    const name = names.find((one) => values[one] === 'undefined')
    return name && [name, '"undefined" isn\'t a valid value.']
  },
  ({ upload_type: type, registry_doc_id, document_number, attachment_number }) =>
    WITHOUT_DOCUMENT.includes(type) &&
    (registry_doc_id || document_number !== null || attachment_number !== null)
      ? [
          GENERAL,
          "Uploads of dockets and claims registers can't have registry_doc_id, document_number, or attachment_number.",
        ]
      : undefined,
  ({ upload_type: type }, { court }) =>
    OF_DISTRICT.includes(type) && !isDistrictCourt(court)
      ? ['court', `${court.id} is not a district or bankruptcy court.`]
      : undefined,
  ({ upload_type: type }, { court }) =>
    type === TYPE.claimsRegister && !isBankruptcyCourt(court)
      ? ['court', `${court.id} is not a bankruptcy court.`]
      : undefined,
  ({ upload_type: type }, { court }) =>
    OF_APPELLATE.includes(type) && !isAppellateCourt(court)
      ? ['court', `${court.id} is not an appellate court.`]
      : undefined,
  // The public service accepts ZIP files without IDs: the names of their members have the numbers.
  ({ upload_type: type, registry_doc_id, document_number }, { isLenient }) =>
    (type === TYPE.pdf || (type === TYPE.zip && !isLenient)) &&
    (!registry_doc_id || document_number === null)
      ? [GENERAL, 'Uploads of documents require registry_doc_id and document_number.']
      : undefined,
  ({ upload_type: type }, { head }) =>
    type === TYPE.pdf && !head.includes(MARK)
      ? ['filepath_local', 'The file isn\'t a PDF: its first 1,024 bytes don\'t contain "%PDF-".']
      : undefined,
  ({ upload_type: type, registry_case_id: id }) =>
    !WITHOUT_CASE.includes(type) && !id
      ? [GENERAL, 'Uploads of this type require registry_case_id.']
      : undefined,
  ({ upload_type: type, registry_case_id: id }) =>
    !WITHOUT_CASE.includes(type) && id.split('-').length === 2
      ? [
          'registry_case_id',
          'This looks like a docket number, because it has one hyphen. Send the case ID.',
        ]
      : undefined,
]

/** @returns the field and message of the first broken rule */
export function brokenRule(values: UploadedValues, context: UploadContext): ReturnType<Rule> {
  for (const rule of RULES) {
    const broken = rule(values, context)
    if (broken) return broken
  }
  return undefined
}
