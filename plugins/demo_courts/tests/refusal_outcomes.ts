/** Expected parser outcome by document state (court-system, 12). */
export const REFUSAL_OUTCOMES: Record<string, string> = {
  closed_nature_of_suit: 'restricted',
  embargoed_transcript: 'transcript_embargo',
  entry_missing: 'document_not_found',
  image_restricted: 'restricted',
  incomplete_request: 'try_again',
  no_permission: 'access_denied',
  no_permission_or_missing: 'access_denied',
  not_public: 'not_public',
  pdf_failed: 'try_again',
  sealed: 'sealed',
  server_timeout: 'try_again',
  submitted_already: 'try_again',
  unavailable: 'document_not_available',
  unknown_case: 'case_not_found',
}
