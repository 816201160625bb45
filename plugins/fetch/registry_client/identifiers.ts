import type { Court } from './courts.js'
import { RegistryError } from './registry_error.js'

/** IDs of the new appellate system. */
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isGuid = (id: string): boolean => GUID.test(id)

/**
 * Checks a case ID of a court before it goes into a request.
 *
 * @throws RegistryError `invalid_parameters`
 */
export function checkCaseId(caseId: string, court: Court): string {
  if (/^\d{1,12}$/.test(caseId)) return caseId
  throw new RegistryError('invalid_parameters', 'a case ID is a number', court.archiveId)
}

/**
 * Checks a docket number before it goes into a request.
 *
 * @throws RegistryError `invalid_parameters`
 */
export function checkDocketNumber(docketNumber: string, court: Court): string {
  if (/^[\w:. -]{1,60}$/.test(docketNumber)) return docketNumber.trim()
  throw new RegistryError('invalid_parameters', 'no docket number', court.archiveId)
}

/**
 * An ID of a document that asks for its menu (fourth digit 0) or for itself (1).
 *
 * @throws RegistryError `invalid_parameters` when the ID is of another court,
 *   `document_not_available` for the IDs of documents that courts never had (court system 8)
 */
export function documentIdFor(what: 'menu' | 'item', id: string, court: Court): string {
  if (!/^\d{1,20}$/.test(id))
    throw new RegistryError('invalid_parameters', 'no document ID', court.archiveId)
  if (id.length < 5) throw new RegistryError('document_not_available', '', court.archiveId)
  if (court.prefix && id.slice(0, 3) !== court.prefix)
    throw new RegistryError('invalid_parameters', 'a document of another court', court.archiveId)
  return `${id.slice(0, 3)}${what === 'menu' ? 0 : 1}${id.slice(4)}`
}
