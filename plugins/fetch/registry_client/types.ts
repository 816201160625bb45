/** Types of the court system client (protocol: court-system). */
import type { SerializedCookieJar } from 'tough-cookie'
import type { PageReading } from '#app/court_pages/read_page'

/** Credentials of a court system account. The client keeps no reference after the login. */
export interface Credentials {
  username: string
  password: string
  clientCode?: string
  /** Six-digit one-time code for accounts with multi-factor authentication. */
  oneTimeCode?: string
}

/** A serialized session. It is a secret: store it encrypted or only in memory. */
export interface SessionState {
  cookies: SerializedCookieJar
  /** Egress proxy of the session. */
  proxy: string | null
  /** Notice of the login, such as a password that is about to expire. */
  notice: string
  /** Time of the login in milliseconds since 1970. */
  loggedInAt: number
}

/** Cost of a billed response, from its receipt (court-system, 13). */
export interface Cost {
  pages: number
  /** Dollars with two decimals, as printed: `3.00`. */
  dollars: string
  /** `Docket Report`, `Image:64-0` … */
  description: string
}

/** A request that the court bills when it responds. */
export interface BilledRequest {
  court: string
  /** Description of the purchase, without secrets: `docket report of case 1001`. */
  what: string
  /** Cost on the receipt page; null without a receipt page. */
  expected: Cost | null
  /** Whether that page warned that the document is restricted to participants of the case. */
  restricted?: boolean
}

/** Context of a request. */
export interface RequestContext {
  signal: AbortSignal
  /**
   * Awaited immediately before each billed request. If it throws, the request isn't sent. The
   * client never repeats a billed request.
   */
  beforeBilled?: (request: BilledRequest) => Promise<void>
}

/** A court's page and its cost; null without a receipt. */
export interface ReceivedPage {
  bytes: Uint8Array
  cost: Cost | null
}

/** A downloaded file, which the caller deletes. */
export interface ReceivedFile {
  path: string
  size: number
  cost: Cost | null
  /** Whether the court warned that it is restricted to participants of the case. */
  restricted?: boolean
}

/** Price of a document. */
export interface ExpectedCost extends Cost {
  /** Whether the court warns that it is restricted to participants of the case. */
  restricted?: boolean
}

/** A case at its court. */
export interface FoundCase {
  caseId: string
  docketNumber: string
  caseName: string
}

/** Details in addition to the docket number, which select one of several cases. */
export interface CaseHints {
  office?: string
  caseType?: string
  caseName?: string
}

/** Sections and ranges of a docket report. Dates are in ISO 8601 format. */
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

/** Identifies a document at a court. IDs are in normal form (fourth digit 0) or GUIDs. */
export interface DocumentAddress {
  documentId: string
  caseId?: string
  /** GUID of an ACMS document; `documentId` is the GUID of its entry. */
  acmsGuid?: string
  /** Appellate courts require 1 as the fourth digit for attachments. */
  isAttachment?: boolean
}

/** Claims entered within a period. Dates are in ISO 8601 format. */
export interface ClaimsActivityOptions {
  /** Default: all cases of the court. */
  caseId?: string
  from: string
  to: string
}

/** All documents of a case's entries in one file. */
export interface ManyDocuments {
  caseId: string
  /** Sequence numbers of up to 100 entries in the court system. */
  sequences: readonly string[]
  /** Whether to create a ZIP file with one PDF per document instead of a combined PDF. */
  zip: boolean
}

/** Parses a page with time and memory limits (`parseInThread`). */
export type ParsePage = (
  bytes: Uint8Array,
  court: string
) => Promise<PageReading | { outcome: 'too_hard' }>

/** Connection options of the client. */
export interface ClientOptions {
  parse: ParsePage
  /**
   * Loopback address that sockets connect to instead of the host in the URL (`REGISTRY_CONNECT`),
   * without TLS. URLs, Host headers, and cookies are unchanged.
   */
  connect: { host: string; port: number } | null
  /** URL of an egress proxy; ignored with `connect`. */
  proxy: string | null
  /** Maximum number of concurrent requests, per court and in total. */
  maxPerCourt: number
  maxRequests: number
  /** Milliseconds between requests to one court. */
  interval: number
  /** Folder for downloads. */
  folder: string
  /** Divides every timeout of the protocol, for tests; default: 1. */
  haste?: number
}

/** The court system client of a process, for all accounts. */
export interface RegistryClient {
  /**
   * Logs in once (court-system, 1).
   *
   * @throws RegistryError `login_refused`, `one_time_code_required`, `client_code_required`,
   *   `no_session_token`, `login_unreachable`
   */
  logIn(credentials: Credentials, signal: AbortSignal): Promise<RegistrySession>

  /** Restores a session. */
  resume(state: SessionState): RegistrySession

  /**
   * Downloads the document of a notice's link, once for free and without a login.
   *
   * @throws RegistryError `free_look_used` and errors of documents
   */
  freeDocument(link: string, context: RequestContext): Promise<ReceivedFile>

  /** The RSS feed of a court, without a login. */
  feed(court: string, signal: AbortSignal): Promise<Uint8Array>

  /**
   * Checks whether a court responds. The result is cached for 30 seconds.
   *
   * @throws RegistryError `court_unreachable`, `court_blocked`
   */
  probe(court: string, signal: AbortSignal): Promise<void>

  close(): Promise<void>
}

/**
 * A logged-in account. Unexpected pages throw RegistryError with the outcome's name (`sealed`,
 * `case_not_found`, `restricted` …, court-system, 12); an expired session throws
 * `session_expired`.
 */
export interface RegistrySession {
  readonly notice: string
  /** The session to store. It changes with every response that sets cookies. */
  state(): SessionState

  /** Looks up a docket number at a district or bankruptcy court for free; null if not found. */
  findCase(
    court: string,
    docketNumber: string,
    hints: CaseHints,
    context: RequestContext
  ): Promise<FoundCase | null>

  /** Number of entries including unnumbered ones, for free; null if the court doesn't report it. */
  entryCount(court: string, caseId: string, context: RequestContext): Promise<number | null>

  /** The docket report of a district or bankruptcy court. Billed. */
  docketReport(
    court: string,
    caseId: string,
    options: DocketOptions,
    context: RequestContext
  ): Promise<ReceivedPage>

  /**
   * The docket of an appellate case in the classic system or ACMS. Billed. The page is HTML, or JSON
   * in the upload format of ACMS dockets.
   */
  appellateDocket(
    court: string,
    docketNumber: string,
    options: DocketOptions,
    context: RequestContext
  ): Promise<ReceivedPage>

  /**
   * The document menu of an entry, free except at appellate courts; null if the document has no
   * attachments. For ACMS, it is JSON in the upload format of attachment pages.
   */
  attachmentMenu(
    court: string,
    document: DocumentAddress,
    context: RequestContext
  ): Promise<ReceivedPage | null>

  /** Price of a document, without buying it. @throws RegistryError `sealed`, … */
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

  /** The summary of a case, for free. */
  caseQuery(court: string, caseId: string, context: RequestContext): Promise<ReceivedPage>

  /** The claims register of a bankruptcy case. Billed. */
  claims(court: string, caseId: string, context: RequestContext): Promise<ReceivedPage>

  /** Claims entered within a period at a bankruptcy court. Billed. */
  claimsActivity(
    court: string,
    options: ClaimsActivityOptions,
    context: RequestContext
  ): Promise<ReceivedPage>

  /**
   * The creditors of a bankruptcy case as text for label printing, or the court's page if the case
   * has no creditors. Billed.
   */
  creditors(court: string, caseId: string, context: RequestContext): Promise<ReceivedPage>

  /** Buys all documents of entries at a district or bankruptcy court in one file. */
  manyDocuments(
    court: string,
    wanted: ManyDocuments,
    context: RequestContext
  ): Promise<ReceivedFile>

  /** Opinions of up to a week, for free. Dates are in ISO 8601 format. */
  freeOpinions(
    court: string,
    from: string,
    to: string,
    context: RequestContext
  ): Promise<ReceivedPage>

  /** Ends the session at the central login and clears its cookies. @throws RegistryError `login_unreachable` */
  logOut(signal: AbortSignal): Promise<void>
}
