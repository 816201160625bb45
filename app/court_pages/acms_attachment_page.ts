import { entryText } from './acms_docket.js'
import {
  numberIn,
  asJsonObject,
  asJsonObjects,
  readJsonPage,
  textIn,
  type JsonObject,
} from './json_values.js'
import { isOfKind } from './recognition.js'

/** A document of an entry; all share the entry's ID. */
export interface AcmsAttachment {
  attachment_number: number
  description: string
  page_count: number | null
  pacer_doc_id: string | null
  acms_document_guid: string | null
  cost: number | null
  date_filed: string | null
  permission: string | null
  file_size: number | null
}

/** The documents of one entry in the new appellate system (ACMS). */
export interface AcmsAttachmentPage {
  pacer_doc_id: string
  pacer_case_id: string
  entry_number: number | null
  description: string
  date_filed: string | null
  date_end: string | null
  attachments: AcmsAttachment[]
}

function readAnswer(source: string) {
  const answer = readJsonPage(source)
  const details = asJsonObject(answer?.caseDetails)
  const entry = asJsonObject(answer?.docketEntry)
  const documents = answer?.docketEntryDocuments
  return details && entry ? { details, entry, documents } : null
}

/**
 * The documents of one entry, from the API of the new appellate system.
 *
 * @param source JSON of `{caseDetails, docketEntry, docketEntryDocuments}`
 * @returns the page, or null if the text is another response
 */
export function parseAcmsAttachmentPage(source: string): AcmsAttachmentPage | null {
  const answer = isOfKind('acms_attachment_page', source) ? readAnswer(source) : null
  const entryId = textIn(answer?.entry.docketEntryId)
  const caseId = textIn(answer?.details.caseId)
  if (!answer || !entryId || !caseId) return null
  const { entry, documents } = answer
  return {
    pacer_doc_id: entryId,
    pacer_case_id: caseId,
    entry_number: numberIn(entry.entryNumber),
    description: entryText(textIn(entry.docketEntryText) ?? '').replaceAll('\u00A0', ' '),
    date_filed: dayOf(entry.createdOn),
    date_end: dayOf(entry.endDate),
    attachments: asJsonObjects(documents).map((one, at) => parseDocument(one, at, entryId)),
  }
}

const dayOf = (value: JsonObject[string]) => textIn(value)?.slice(0, 10) ?? null

function parseDocument(document: JsonObject, index: number, entryId: string): AcmsAttachment {
  return {
    attachment_number: numberOf(textIn(document.documentNumber)) ?? index + 1,
    description: descriptionOf(textIn(document.name) ?? ''),
    page_count: numberIn(document.billablePages),
    pacer_doc_id: entryId,
    acms_document_guid: textIn(document.docketDocumentDetailsId),
    cost: numberIn(document.cost),
    date_filed: dayOf(document.createdOn),
    permission: textIn(document.documentPermission),
    file_size: numberIn(document.fileSize),
  }
}

/** The number after the dot of `14.1`; older responses print only `1`. */
function numberOf(printed: string | null): number | null {
  const digits = printed?.split('.').at(-1) ?? ''
  return /^\d{1,6}$/.test(digits) ? Number(digits) : null
}

/** The third part of `22-22 029-01 - Memorandum Disposition - Memorandum.pdf`. */
function descriptionOf(name: string): string {
  const parts = name.split(' - ')
  if (parts.length !== 3) return name
  const dot = parts[2].lastIndexOf('.')
  return dot === -1 ? parts[2] : parts[2].slice(0, dot)
}
