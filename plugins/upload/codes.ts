/** Codes of the upload queue (fetch-and-upload, 2.1). */
import { choices } from '#api/fields'
import { statusChoices } from '#plugins/federal_records/public/queue_statuses'

export { OPEN, STATUS } from '#plugins/federal_records/public/queue_statuses'

export const STATUSES = statusChoices()

export const TYPE = {
  docket: 1,
  attachmentPage: 2,
  pdf: 3,
  historyReport: 4,
  appellateDocket: 5,
  appellateAttachmentPage: 6,
  archiveXml: 7,
  caseReport: 8,
  claimsRegister: 9,
  zip: 10,
  email: 11,
  caseQuery: 12,
  appellateCaseQuery: 13,
  caseQueryResult: 14,
  appellateCaseQueryResult: 15,
  acmsDocket: 16,
  acmsAttachmentPage: 17,
  freeOpinions: 18,
} as const

export const TYPES = choices({
  [TYPE.docket]: 'Docket page',
  [TYPE.attachmentPage]: 'Attachment page',
  [TYPE.pdf]: 'PDF',
  [TYPE.historyReport]: 'Docket history report',
  [TYPE.appellateDocket]: 'Appellate docket page',
  [TYPE.appellateAttachmentPage]: 'Appellate attachment page',
  [TYPE.archiveXml]: 'XML docket of the outside archive',
  [TYPE.caseReport]: 'Case report page',
  [TYPE.claimsRegister]: 'Claims register page',
  [TYPE.zip]: 'Document zip',
  [TYPE.email]: 'Stored email',
  [TYPE.caseQuery]: 'Case query page',
  [TYPE.appellateCaseQuery]: 'Appellate case query page',
  [TYPE.caseQueryResult]: 'Case query result page',
  [TYPE.appellateCaseQueryResult]: 'Appellate case query result page',
  [TYPE.acmsDocket]: 'ACMS docket JSON',
  [TYPE.acmsAttachmentPage]: 'ACMS attachment page JSON',
  [TYPE.freeOpinions]: 'Free opinions report',
})
