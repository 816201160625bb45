/** What the simulated courts know: cases, their entries and documents. Dates are ISO-8601. */

/** What a request for a document is answered with in place of the document (court-system.md, 12). */
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

/** How a bought document arrives (court-system.md, 8). */
export type Delivery = 'pdf' | 'iframe' | 'window_location' | 'pdf_in_html'

export interface SimulatedDocument {
  /** In normal form: the fourth digit is 0. A GUID in ACMS. */
  id: string
  /** 0 is the main document. */
  attachment: number
  description: string
  pages: number
  /** As menus and lists print it; a made PDF is smaller. */
  bytes: number
  delivery: Delivery
  /** Null: it can be bought. */
  state: DocumentState | null
  /** Belongs to participants of the case: the receipt page warns, the purchase works (12). */
  warns: boolean
  /** The key of the link in a notice, which shows the document once without login (8). */
  magicNumber: string | null
  /** A written opinion, which costs nothing (7). */
  isOpinion: boolean
}

export interface SimulatedEntry {
  /** A GUID in ACMS. */
  id: string | null
  /** Null for an entry without a number. */
  number: number | null
  sequence: number
  filed: string
  entered: string
  /** The event's name, as histories and feeds print it. */
  event: string
  text: string
  /** Who filed it, as printed at the end of the text. */
  filer: string
  /** The main document and its attachments; empty for a text entry. */
  documents: SimulatedDocument[]
}

export interface SimulatedAttorney {
  name: string
  /** Lines of the address. */
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
  /** Lines below the name. */
  extra: string[]
  terminated: string | null
  attorneys: SimulatedAttorney[]
  /** Of a defendant in a criminal case. */
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
  /** Name and address. */
  creditor: string[]
  filed: string
  entered: string
  claimed: string
  secured: string
  priority: string
  description: string
}

/** What a case is to those who ask for it (court-system.md, 5 and 12). */
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
  /** The court's own ID: digits, or a GUID in ACMS. */
  id: string
  /** Without initials: `3:24-cv-00101`, `24-10101`, `24-1409`. */
  number: string
  /** Initials of the judges after the number. */
  initials: string[]
  /** Of a docket of one defendant of a criminal case; 0 is the main one. */
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
  /** IDs of member cases, at the same court. */
  members: string[]
  /** The case a member, an adversary proceeding or an appeal comes from. */
  lead: { court: string; number: string; name: string } | null
  panel: string[]
  caseTypes: string[]
  /** Of appeals: the court below as printed, the state of the fee, and the case there. */
  appealFrom: string
  feeStatus: string
  origin: SimulatedOrigin | null
}

/** The case that an appeal comes from. Dates are those of filing, judgment, notice and receipt. */
export interface SimulatedOrigin {
  court: string
  number: string
  judge: string
  filed: string
  judgment: string
  noticeFiled: string
  received: string
}

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
