import type { Court } from '../courts.js'
import { checkDocketNumber, isGuid } from '../identifiers.js'
import { RegistryError } from '../registry_error.js'
import type { DocumentAddress, ReceivedPage, RequestContext } from '../types.js'
import { readAs } from '../readings.js'
import type { AcmsApi } from './api.js'
import {
  caseDetails,
  docketEntry,
  entryDocument,
  asFields,
  asFieldsList,
  type Fields,
} from './fields.js'

/**
 * The docket of a case in the new appellate system, in the upload format (court system 11, 14).
 *
 * @returns the JSON; null for a case in the classic system
 */
export async function acmsDocket(
  api: AcmsApi,
  court: Court,
  docketNumber: string,
  context: RequestContext
): Promise<ReceivedPage | null> {
  const number = checkDocketNumber(docketNumber, court)
  const path = `CaseSearch/${encodeURIComponent(number)}?exactMatch=True`
  const [found] = asFieldsList(await api.get(court, path, { context }))
  const caseId = found?.pcx_caseid ?? found?.caseId
  if (typeof caseId !== 'string') return null
  const details = await detailsOf(api, court, caseId, context)
  const info = await entriesOf(api, court, caseId, number, context)
  const { isCaseSealed, isUserCaseParticipant, byteCount = null } = info
  const bytes = Buffer.from(
    JSON.stringify({
      caseDetails: details,
      docketInfo: {
        isCaseSealed: isCaseSealed === true,
        isUserCaseParticipant: isUserCaseParticipant === true,
        byteCount,
        docketEntries: asFieldsList(info.matchingDocketEntries).map(docketEntry),
      },
    })
  )
  await readAs(api.traffic.parse, bytes, court, 'acms_docket')
  return { bytes, cost: null }
}

async function detailsOf(api: AcmsApi, court: Court, caseId: string, context: RequestContext) {
  if (!isGuid(caseId))
    throw new RegistryError('invalid_parameters', 'a case ID must be a GUID', court.archiveId)
  return caseDetails(asFields(await api.get(court, `CaseDetailsByCaseId/${caseId}`, { context })))
}

async function entriesOf(
  api: AcmsApi,
  court: Court,
  caseId: string,
  name: string,
  context: RequestContext
): Promise<Fields> {
  const { csoId, contactType } = await api.token(court, context)
  const info = asFields(
    await api.post(
      court,
      `DocketEntriesByCaseId/${caseId}`,
      { csoId, contactType },
      { context, billed: { what: `docket of case ${name}`, expected: null } }
    )
  )
  if (info.isCaseSealed === true && info.isUserCaseParticipant !== true)
    throw new RegistryError('sealed', '', court.archiveId)
  return info
}

/**
 * The documents of an entry, in the upload format (court system 11, 14). Only the docket, which is
 * billed, contains the entry itself.
 *
 * @throws RegistryError `invalid_parameters` without a case ID, `document_not_found`
 */
export async function acmsMenu(
  api: AcmsApi,
  court: Court,
  { documentId, caseId }: DocumentAddress,
  context: RequestContext
): Promise<ReceivedPage> {
  if (!caseId) throw new RegistryError('invalid_parameters', 'case ID missing', court.archiveId)
  const details = await detailsOf(api, court, caseId, context)
  const info = await entriesOf(api, court, caseId, caseId, context)
  const entry = asFieldsList(info.matchingDocketEntries)
    .map(docketEntry)
    .find(({ docketEntryId }) => docketEntryId === documentId)
  if (!entry) throw new RegistryError('document_not_found', '', court.archiveId)
  const documents = await fetchEntryDocuments(api, court, documentId, context, {
    isUserCaseParticipant: info.isUserCaseParticipant === true,
    restrictedPartyFilingDocketEntry: entry.restrictedPartyFilingDocketEntry === true,
  })
  const bytes = Buffer.from(
    JSON.stringify({
      caseDetails: details,
      docketEntry: entry,
      docketEntryDocuments: documents.map(entryDocument),
    })
  )
  await readAs(api.traffic.parse, bytes, court, 'acms_attachment_page')
  return { bytes, cost: null }
}

/** The documents of an entry in the API. */
export async function fetchEntryDocuments(
  api: AcmsApi,
  court: Court,
  entryId: string,
  context: RequestContext,
  entry = { isUserCaseParticipant: false, restrictedPartyFilingDocketEntry: false }
): Promise<Fields[]> {
  if (!isGuid(entryId))
    throw new RegistryError('invalid_parameters', 'an entry ID must be a GUID', court.archiveId)
  return asFieldsList(
    await api.post(court, `DocketEntryDocumentsByDocketId/${entryId}`, entry, { context })
  )
}
