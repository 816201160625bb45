import type { Court } from './courts.js'
import { RegistryError } from './registry_error.js'

/** ID format of the new appellate system. */
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isGuid = (id: string): boolean => GUID.test(id)

/**
 * Validates a case ID.
 *
 * @throws RegistryError `invalid_parameters`
 */
export function checkCaseId(caseId: string, court: Court): string {
  if (/^\d{1,12}$/.test(caseId)) return caseId
  throw new RegistryError('invalid_parameters', 'a case ID must be a number', court.archiveId)
}

/**
 * Validates a docket number.
 *
 * @throws RegistryError `invalid_parameters`
 */
export function checkDocketNumber(docketNumber: string, court: Court): string {
  if (/^[\w:. -]{1,60}$/.test(docketNumber)) return docketNumber.trim()
  throw new RegistryError('invalid_parameters', 'not a docket number', court.archiveId)
}

/**
 * The document ID for its menu (fourth digit 0) or for the document (1).
 *
 * @throws RegistryError `invalid_parameters` for an ID of another court,
 *   `document_not_available` for IDs of documents that courts don't serve (court system 8)
 */
export function documentIdFor(what: 'menu' | 'item', id: string, court: Court): string {
  if (!/^\d{1,20}$/.test(id))
    throw new RegistryError('invalid_parameters', 'not a document ID', court.archiveId)
  if (id.length < 5) throw new RegistryError('document_not_available', '', court.archiveId)
  if (court.prefix && id.slice(0, 3) !== court.prefix)
    throw new RegistryError(
      'invalid_parameters',
      'the document belongs to another court',
      court.archiveId
    )
  return `${id.slice(0, 3)}${what === 'menu' ? 0 : 1}${id.slice(4)}`
}
