import type { DocumentState } from '../model/types.js'

/** What a court says in place of a document (court-system.md, 12). */
export const DOCUMENT_STATES: Record<DocumentState, string> = {
  closed_nature_of_suit:
    'Permission to view this document is denied based on Nature of Suit for this case.',
  embargoed_transcript: 'You do not have access to this transcript.',
  entry_missing: 'could not retrieve dktentry for dlsid',
  image_restricted: 'This image is not available for viewing by non-court users.',
  incomplete_request: 'Incomplete request. Please try your query again by choosing from the menu.',
  no_permission: 'You do not have permission to view this document.',
  no_permission_or_missing:
    'Either you do not have permission to view the document, or the document does not exist in the case.',
  not_public: 'No matter of public record.',
  pdf_failed: 'Unable to create PDF file.',
  sealed: 'This document is SEALED.',
  server_timeout: 'Server timeout waiting for the HTTP request from the client.',
  submitted_already: 'Submission already made, please wait for the response.',
  unavailable: 'This document is not available.',
  unknown_case: 'Cannot locate the case with caseid',
}
