/**
 * Codes of documents, parties, and attorneys.
 */
import { choices } from '#api/fields'

export const THUMBNAIL_STATUSES = choices({
  '0': 'Needed',
  '1': 'Done',
  '2': 'Failed',
})

export const OCR_STATUSES = choices({
  '1': 'OCR done',
  '2': 'OCR not needed',
  '3': 'OCR failed',
  '4': 'OCR needed',
})

export const DOCUMENT_TYPES = choices({
  '1': 'Main document',
  '2': 'Attachment',
})

export const ATTORNEY_ROLES = choices({
  '1': 'Attorney to be noticed',
  '2': 'Lead attorney',
  '3': 'Attorney in sealed group',
  '4': 'Pro hac vice',
  '5': 'Self-terminated',
  '6': 'Terminated',
  '7': 'Suspended',
  '8': 'Inactive',
  '9': 'Disbarred',
  '10': 'Unknown',
})

export const COUNT_STATUSES = choices({ 1: 'Pending', 2: 'Terminated' })

export const PRO_SE = choices({ 0: 'Unknown', 1: 'Yes', 2: 'No' })
