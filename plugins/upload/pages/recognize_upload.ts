/**
 * Detects the type and case of a file if the form doesn't specify them: from the links of a page,
 * or from the court's stamp on a document.
 */
import { readFile } from 'node:fs/promises'
import type { ReceivedFile } from '#api/writes/received_file'
import { ApiError } from '#app/support/api_error'
import { toCourtId } from '#app/court_pages/court_system_ids'
import { decodePage } from '#app/court_pages/decode'
import { documentStamp } from '#app/court_pages/document_stamp'
import { firstPageText, stampedDocuments } from '#plugins/federal_records/public/documents'
import { parseInThread } from '#plugins/federal_records/public/merging'
import { pagePlace } from '#app/court_pages/page_place'
import { TYPE } from '../codes.js'

/** Fields of an upload as a form sends them. */
export type UploadFields = Record<string, unknown>

/** Maximum size of a page in bytes. */
const MAX_PAGE = 50_000_000
const ZIP = 'PK\x03\x04'

/**
 * Fills in missing fields.
 *
 * @param given fields of the form, which take precedence
 * @throws ApiError 400 if the type or case can't be detected
 */
export async function recognizeUpload(
  file: ReceivedFile,
  given: UploadFields
): Promise<UploadFields> {
  if (file.head.includes('%PDF-'))
    return { upload_type: TYPE.pdf, ...(await documentFields(file, given)), ...given }
  if (file.head.toString('latin1').startsWith(ZIP)) return { upload_type: TYPE.zip, ...given }
  return { ...(await pageFields(file, given)), ...given }
}

async function pageFields(
  { path, size }: ReceivedFile,
  given: UploadFields
): Promise<UploadFields> {
  if (size > MAX_PAGE) throw refusal("The type of this file isn't recognized.")
  const bytes = await readFile(path)
  const place = pagePlace(decodePage(bytes))
  const reading = await parseInThread(bytes, String(given.court ?? place.court ?? ''))
  if ('outcome' in reading) {
    const reason = ['unknown', 'unreadable', 'too_hard'].includes(reading.outcome)
      ? ''
      : ` Reason: ${reading.outcome.replaceAll('_', ' ')}.`
    throw refusal(`This page isn't recognized.${reason}`)
  }
  const [type] = reading.uploadTypes
  if (type === undefined)
    throw refusal(`Pages of this type can't be uploaded: ${reading.kind.replaceAll('_', ' ')}.`)
  return {
    upload_type: type,
    ...(place.court ? { court: toCourtId(place.court) } : {}),
    ...(place.caseId ? { registry_case_id: place.caseId } : {}),
  }
}

async function documentFields({ path }: ReceivedFile, given: UploadFields): Promise<UploadFields> {
  if (given.registry_doc_id) return {}
  const stamp = documentStamp(await firstPageText(path))
  if (!stamp) throw refusal('The PDF has no court stamp. Enter its court, case, and document.')
  const court = typeof given.court === 'string' ? given.court : undefined
  const [found, another] = await stampedDocuments(stamp, court)
  const { docketNumber, documentNumber, attachmentNumber } = stamp
  const number = [documentNumber, attachmentNumber ?? []].flat().join('-')
  if (another)
    throw refusal(`Several courts have document ${number} of ${docketNumber}. Enter the court.`)
  if (!found)
    throw refusal(
      `The archive has no document ${number} of ${docketNumber} yet. Upload the docket first; for an attachment, also its attachment page.`
    )
  return {
    court: found.court,
    ...(found.caseId ? { registry_case_id: found.caseId } : {}),
    registry_doc_id: found.documentId,
    document_number: documentNumber,
    ...(attachmentNumber ? { attachment_number: attachmentNumber } : {}),
  }
}

function refusal(message: string): ApiError {
  return new ApiError(400, { upload_type: [message] })
}
