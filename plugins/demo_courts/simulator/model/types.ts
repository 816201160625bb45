/** Simulated cases, entries, and documents. Dates are in ISO 8601 format. */

/** Response to a request for a document that isn't served (court-system, 12). */
export type DocumentState =
  | 'closed_nature_of_suit'
  | 'embargoed_transcript'
  | 'entry_missing'
  | 'image_restricted'
  | 'no_permission'
  | 'no_permission_or_missing'
  | 'not_public'
  | 'pdf_failed'
  | 'sealed'
  | 'server_timeout'
  | 'submitted_already'
  | 'unavailable'
  | 'unknown_case'
  | 'incomplete_request'

/** How a bought document is delivered (court-system, 8). */
export type Delivery = 'pdf' | 'iframe' | 'window_location' | 'pdf_in_html'

export interface SimulatedDocument {
  /** In normal form (the fourth digit is 0); in ACMS, a GUID. */
  id: string
  /** 0 is the main document. */
  attachment: number
  description: string
  pages: number
  /** Size printed in menus and lists; the generated PDF is smaller. */
  bytes: number
  delivery: Delivery
  /** Null if it can be bought. */
  state: DocumentState | null
  /** Restricted to participants of the case: the receipt page shows a warning, but the purchase works (12). */
  warns: boolean
  /** Key in a notice's link, which serves the document once without a login (8). */
  magicNumber: string | null
  /** A written opinion, which is free (7). */
  isOpinion: boolean
}

export interface SimulatedEntry {
  /** A GUID in ACMS, otherwise null. */
  id: string | null
  /** Null for an entry without a number. */
  number: number | null
  sequence: number
  filed: string
  entered: string
  /** Event name, as printed in histories and feeds. */
  event: string
  text: string
  /** Filer, as printed at the end of the text. */
  filer: string
  /** The main document and its attachments; empty for a text entry. */
  documents: SimulatedDocument[]
}

export interface SimulatedAttorney {
  name: string
  /** Lines of the postal address, phone number, and email address. */
  contact: string[]
  roles: string[]
}

export interface SimulatedCount {
  name: string
  disposition: string
  status: 'pending' | 'terminated'
}

export interface SimulatedParty {
  type: string
  name: string
  /** Lines after the name. */
  extra: string[]
  terminated: string | null
  attorneys: SimulatedAttorney[]
  /** Charges against a defendant in a criminal case. */
  charges?: {
    counts: SimulatedCount[]
    complaints: { name: string; disposition: string }[]
    highestOpening: string
    highestTerminated: string
  }
}

/** A claim against a debtor. */
export interface SimulatedClaim {
  number: number
  id: string
  creditorId: string
  /** Lines of the name and the postal address. */
  creditor: string[]
  filed: string
  entered: string
  claimed: string
  secured: string
  priority: string
  description: string
}

/** How the court responds to requests for a case (court-system, 5, 12). */
export type CaseState =
  | 'answers_404'
  | 'answers_embedded'
  | 'answers_redirect'
  | 'being_opened'
  | 'closed_administratively'
  | 'no_access'
  | 'open'
  | 'placeholder'
  | 'sealed'
  | 'wrong_type'

export type CaseKind = 'civil' | 'criminal' | 'petition' | 'adversary' | 'appellate' | 'acms'

export interface SimulatedCase {
  court: string
  kind: CaseKind
  state: CaseState
  /** The court's case ID: digits, or a GUID in ACMS. */
  id: string
  /** Docket number without initials: `3:24-cv-00101`, `24-10101`, `24-1409`. */
  number: string
  /** Initials of the judges, printed after the docket number. */
  initials: string[]
  /** Number of the defendant of a criminal docket; 0 for the main docket. */
  defendant: number | null
  name: string
  division: string
  filed: string
  terminated: string | null
  judge: string
  referredTo: string
  demand: string
  cause: string
  natureOfSuit: string
  juryDemand: string
  jurisdiction: string
  chapter: string
  trustee: string
  flags: string[]
  parties: SimulatedParty[]
  entries: SimulatedEntry[]
  claims: SimulatedClaim[]
  creditors: string[]
  /** IDs of member cases at the same court. */
  members: string[]
  /** The lead case of a member case or an adversary proceeding. */
  lead: { court: string; number: string; name: string } | null
  panel: string[]
  caseTypes: string[]
  /** For appeals: the lower court as printed, the fee status, and the lower-court case. */
  appealFrom: string
  feeStatus: string
  origin: SimulatedOrigin | null
}

/** The lower-court case of an appeal. */
export interface SimulatedOrigin {
  court: string
  number: string
  judge: string
  filed: string
  judgment: string
  noticeFiled: string
  received: string
}

/** Messages of courts for documents that aren't served (court-system, 12). */
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
