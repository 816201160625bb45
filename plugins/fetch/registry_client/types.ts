/** What the client of the court system takes and answers (court-system.md names the protocol). */
import type { SerializedCookieJar } from 'tough-cookie'
import type { PageReading } from '#app/court_pages/read_page'

/** Secrets of one account at the court system. The client keeps no reference after the login. */
export interface Credentials {
  username: string
  password: string
  clientCode?: string
  /** Six digits, for accounts with multi-factor login; works once. */
  oneTimeCode?: string
}

/** A session between two uses: a secret, to be kept encrypted or in memory only. */
export interface SessionState {
  cookies: SerializedCookieJar
  /** The egress proxy the session is bound to. */
  proxy: string | null
  /** What is pending on the account, as the login said (a password about to expire …). */
  notice: string
  /** Milliseconds since 1970 when it was made. */
  loggedInAt: number
}

/** What a billed answer cost, as its receipt says (court-system.md, 13). */
export interface Cost {
  pages: number
  /** Dollars with two decimals, as printed: `3.00`. */
  dollars: string
  /** `Docket Report`, `Image:64-0` … */
  description: string
}

/** A request that will be billed when the court answers it. */
export interface BilledRequest {
  court: string
  /** What is bought, without secrets: `docket report of case 1001`. */
  what: string
  /** What the receipt page before it said, where there is one. */
  expected: Cost | null
  /** Whether that page warned that the document is for participants of the case only. */
  restricted?: boolean
}

/** What accompanies a request. */
export interface RequestContext {
  signal: AbortSignal
  /**
   * Awaited right before each request that is billed; when it throws, the request is not sent.
   * A billed request is never repeated by the client.
   */
  beforeBilled?: (request: BilledRequest) => Promise<void>
}

/** What a court answered, and what it cost; null where the answer has no receipt. */
export interface ReceivedPage {
  bytes: Uint8Array
  cost: Cost | null
}

/** A file of a court on this machine; the caller deletes it. */
export interface ReceivedFile {
  path: string
  size: number
  cost: Cost | null
  /** Whether the court warned that it is for participants of the case only. */
  restricted?: boolean
}

/** What a document would cost. */
export interface ExpectedCost extends Cost {
  /** Whether the court warns that it is for participants of the case only. */
  restricted?: boolean
}

/** A case as its court knows it. */
export interface FoundCase {
  caseId: string
  docketNumber: string
  caseName: string
}

/** What is known of a case beside its number; narrows several answers to one. */
export interface CaseHints {
  office?: string
  caseType?: string
  caseName?: string
}

/** Parts and ranges of a docket report. Dates are ISO-8601. */
export interface DocketOptions {
  dateFrom?: string
  dateTo?: string
  /** Entry numbers; district and bankruptcy courts only. */
  numberFrom?: number
  numberTo?: number
  parties: boolean
  terminatedParties: boolean
  memberCases: boolean
}

/** A document as a court is asked for it. IDs are in normal form (fourth digit 0), or GUIDs. */
export interface DocumentAddress {
  documentId: string
  caseId?: string
  /** Of an ACMS document: its own GUID, where `documentId` is that of the entry. */
  acmsGuid?: string
  /** Attachments of appellate courts are asked for with the fourth digit 1. */
  isAttachment?: boolean
}

/** Claims entered within a time. Dates are ISO-8601. */
export interface ClaimsActivityOptions {
  /** All cases of the court unless given. */
  caseId?: string
  from: string
  to: string
}

/** All documents of entries of a case, in one file. */
export interface ManyDocuments {
  caseId: string
  /** Sequence numbers of the entries in the court system, 100 at most. */
  sequences: readonly string[]
  /** A zip with a PDF for each document, in place of one PDF. */
  zip: boolean
}

/** Reads a page in bounds of time and memory (`parseInThread`). */
export type ParsePage = (
  bytes: Uint8Array,
  court: string
) => Promise<PageReading | { outcome: 'too_hard' }>

/** How the client reaches the court system. */
export interface ClientOptions {
  parse: ParsePage
  /**
   * Target of every socket in place of the host in the URL (`REGISTRY_CONNECT`): a loopback
   * address, spoken to without TLS. URLs, Host headers and cookies stay the real ones.
   */
  connect: { host: string; port: number } | null
  /** URL of an egress proxy; not used together with `connect`. */
  proxy: string | null
  /** Requests at the same time, at one court and at all of them. */
  maxPerCourt: number
  maxRequests: number
  /** Milliseconds between two requests to one court. */
  interval: number
  /** Folder for files while they arrive. */
  folder: string
  /** Divides every timeout of the protocol; 1 but in tests. */
  haste?: number
}

/** The court system, for many accounts: one for each process. */
export interface RegistryClient {
  /**
   * Logs in once (court-system.md, 1).
   *
   * @throws RegistryError `login_refused`, `one_time_code_required`, `client_code_required`,
   *   `no_session_token`, `login_unreachable`
   */
  logIn(credentials: Credentials, signal: AbortSignal): Promise<RegistrySession>

  /** Resumes a session that was kept. */
  resume(state: SessionState): RegistrySession

  /**
   * The document that a link of a notice names: free once, without login.
   *
   * @throws RegistryError `free_look_used`, and those of a document
   */
  freeDocument(link: string, context: RequestContext): Promise<ReceivedFile>

  /** The RSS feed of a court; no login. */
  feed(court: string, signal: AbortSignal): Promise<Uint8Array>

  /**
   * Whether a court answers at all; the answer holds for 30 seconds.
   *
   * @throws RegistryError `court_unreachable`, `court_blocked`
   */
  probe(court: string, signal: AbortSignal): Promise<void>

  close(): Promise<void>
}

/**
 * A logged-in account. Pages that say something else than what was asked for throw RegistryError
 * with the outcome's name (`sealed`, `case_not_found`, `restricted` …, court-system.md, 12); a
 * session that the court no longer knows throws `session_expired`.
 */
export interface RegistrySession {
  readonly notice: string
  /** To keep it; changes with every answer that sets cookies. */
  state(): SessionState

  /** The case with a docket number at a district or bankruptcy court, free; null when it has none. */
  findCase(
    court: string,
    docketNumber: string,
    hints: CaseHints,
    context: RequestContext
  ): Promise<FoundCase | null>

  /** Entries of a case, unnumbered ones included, free; null where the court does not say. */
  entryCount(court: string, caseId: string, context: RequestContext): Promise<number | null>

  /** The docket report of a district or bankruptcy court. Billed. */
  docketReport(
    court: string,
    caseId: string,
    options: DocketOptions,
    context: RequestContext
  ): Promise<ReceivedPage>

  /**
   * The docket of an appellate case, in the classic system or ACMS, as the court has it. Billed.
   * The page is HTML, or the JSON that is uploaded as an ACMS docket.
   */
  appellateDocket(
    court: string,
    docketNumber: string,
    options: DocketOptions,
    context: RequestContext
  ): Promise<ReceivedPage>

  /**
   * The menu of documents of an entry, free but for appellate courts; null when the document has no
   * attachments. Of ACMS it is the JSON that is uploaded as an attachment page.
   */
  attachmentMenu(
    court: string,
    document: DocumentAddress,
    context: RequestContext
  ): Promise<ReceivedPage | null>

  /** What a document would cost; nothing is bought. @throws RegistryError `sealed` … */
  receipt(court: string, document: DocumentAddress, context: RequestContext): Promise<ExpectedCost>

  /** Buys a document. @throws RegistryError `attachment_menu_instead`, `sealed`, … */
  document(court: string, document: DocumentAddress, context: RequestContext): Promise<ReceivedFile>

  /** The history of a case, or the list of its documents. Billed. */
  history(
    court: string,
    caseId: string,
    what: 'history' | 'documents',
    context: RequestContext
  ): Promise<ReceivedPage>

  /** The summary of a case, free. */
  caseQuery(court: string, caseId: string, context: RequestContext): Promise<ReceivedPage>

  /** The claims register of a bankruptcy case. Billed. */
  claims(court: string, caseId: string, context: RequestContext): Promise<ReceivedPage>

  /** Claims entered within a time at a bankruptcy court. Billed. */
  claimsActivity(
    court: string,
    options: ClaimsActivityOptions,
    context: RequestContext
  ): Promise<ReceivedPage>

  /**
   * The creditors of a bankruptcy case, as text for the labels of letters; the page of the court
   * where there are none. Billed.
   */
  creditors(court: string, caseId: string, context: RequestContext): Promise<ReceivedPage>

  /** Buys all documents of entries of a district or bankruptcy court at once. */
  manyDocuments(
    court: string,
    wanted: ManyDocuments,
    context: RequestContext
  ): Promise<ReceivedFile>

  /** Opinions of a week at most, free. Dates are ISO-8601. */
  freeOpinions(
    court: string,
    from: string,
    to: string,
    context: RequestContext
  ): Promise<ReceivedPage>

  /** Ends the session at the central login; its cookies are forgotten. @throws RegistryError `login_unreachable` */
  logOut(signal: AbortSignal): Promise<void>
}
