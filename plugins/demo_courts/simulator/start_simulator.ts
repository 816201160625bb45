import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Accounts } from './accounts.js'
import { simulatedCases } from './cases/cases.js'
import { page, webServerPage, type Answer, StoredPages } from './http/answers.js'
import { Faults, type Fault } from './http/faults.js'
import { BodyTooLarge, readRequest, type CourtRequest, Nonces } from './http/request.js'
import { Ledger } from './ledger.js'
import { addEntry, makeCase, type CaseToMake, type EntryToMake } from './model/make_case.js'
import type { SimulatedCase, SimulatedEntry } from './model/types.js'
import { World } from './model/world.js'
import { messagePage } from './pages/frame.js'
import { AcmsState } from './programs/acms_state.js'
import { Temporaries } from './programs/temporaries.js'
import type { CourtSystem } from './programs/visit.js'
import { centralLogin } from './programs/login.js'
import { acmsApi } from './programs/acms_api.js'
import { acmsSite } from './programs/acms_site.js'
import { creditorText } from './programs/creditors.js'
import { courtSite } from './programs/court_site.js'

export { ACCOUNTS, addAccount, ONE_TIME_CODES, type SimulatedAccount } from './accounts.js'
export type { Fault } from './http/faults.js'
export type { Charge, Ledger, Totals } from './ledger.js'
export type { CaseToMake, EntryToMake } from './model/make_case.js'
export type {
  SimulatedCase,
  SimulatedDocument,
  SimulatedEntry,
  SimulatedParty,
} from './model/types.js'

/** Options of the simulated courts. */
export interface SimulatorOptions {
  /** Default: any free port. */
  port?: number
  /** Time printed on receipts; default: current time. */
  now?: () => Date
  /** Delay of every response in milliseconds. */
  delay?: number
  /** Tests only: folder of dockets by court and case ID (`StoredPages`). */
  storedDockets?: string
}

/** Running simulated courts. */
export interface Simulator {
  port: number
  /** Charges, purchases, and request counts. */
  ledger: Ledger
  cases(): SimulatedCase[]
  case(court: string, id: string): SimulatedCase | undefined
  /** Adds a case with its documents. */
  addCase(one: CaseToMake): SimulatedCase
  /** Adds an entry with its documents at the end of a case. */
  addEntry(court: string, caseId: string, entry: EntryToMake): SimulatedEntry
  /** Fails the next matching request; several faults apply in order. */
  failNext(fault: Fault): void
  /** Expires the sessions of an account; default: all sessions. */
  expireSessions(account?: string): void
  /** Tokens of all sessions. */
  tokens(): string[]
  /** Adds a one-time code. */
  issueCode(code: string): string
  /** Resets faults, bans, used free looks, and the ledger; sessions and cases are kept. */
  reset(): void
  close(): Promise<void>
}

/**
 * Starts the simulated federal courts: one HTTP server on the loopback address that simulates all
 * hosts of the court system, distinguished by the Host header. Clients connect to it instead of the
 * real hosts (`REGISTRY_CONNECT=127.0.0.1:<port>`) with the real URLs, Host headers, and cookies,
 * but without TLS.
 *
 * The accounts are {@link ACCOUNTS} and the cases are defined in `cases/cases.ts`; tests can add
 * more. The courts do nothing while idle and keep nothing after `close`.
 *
 * @returns the running simulator
 * @throws Error if the port is in use
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, now = () => new Date(), delay = 0, storedDockets } = options
  const world = new World()
  for (const one of simulatedCases()) world.add(one)
  const system: CourtSystem = {
    world,
    accounts: new Accounts(),
    ledger: new Ledger(),
    temporaries: new Temporaries(),
    nonces: new Nonces(),
    acms: new AcmsState(),
    usedLooks: new Set(),
    bannedAt: new Set(),
    stored: storedDockets === undefined ? null : new StoredPages(storedDockets),
    now,
  }
  const faults = new Faults()
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (delay > 0) await wait(delay)
    await answerRequest({ system, faults, incoming, response })
  }
  await listen(server, port)
  return {
    port: (server.address() as AddressInfo).port,
    ledger: system.ledger,
    cases: () => world.cases(),
    case: (court, id) => world.case(court, id),
    addCase(one) {
      const made = makeCase(one)
      world.add(made)
      return made
    },
    addEntry(court, caseId, entry) {
      const of = world.case(court, caseId)
      if (!of) throw new Error(`no simulated case ${caseId} at ${court}`)
      const made = addEntry(of, entry)
      world.add(of)
      return made
    },
    failNext: (fault) => faults.add(fault),
    expireSessions: (account) => system.accounts.expire(account),
    tokens: () => system.accounts.tokens(),
    issueCode: (code) => system.accounts.issueCode(code),
    reset() {
      faults.clear()
      system.bannedAt.clear()
      system.usedLooks.clear()
      system.ledger.clear()
    },
    close: () => close(server),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

interface Exchange {
  system: CourtSystem
  faults: Faults
  incoming: IncomingMessage
  response: ServerResponse
}

async function answerRequest({ system, faults, incoming, response }: Exchange): Promise<void> {
  let request
  try {
    request = await readRequest(incoming)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    response.setHeader('connection', 'close')
    return send(response, webServerPage(413, 'Request Entity Too Large'))
  }
  const fault = faults.take(request)
  if (fault?.kind === 'slow') await wait(fault.delay ?? 1_000)
  if (fault && fault.kind !== 'slow' && fault.when !== 'after')
    return fault.kind === 'cut'
      ? void response.destroy()
      : send(response, failure(fault, request.host))
  const answer = await route(system, request)
  if (!fault || fault.kind === 'slow') return send(response, answer)
  return fault.kind === 'cut' ? cut(response, answer) : send(response, failure(fault, request.host))
}

/** Response of a fault. */
function failure({ kind, status = 500, text = '' }: Fault, host: string): Answer {
  if (kind === 'status')
    return status === 408
      ? webServerPage(
          408,
          'Request Time-out',
          'Server timeout waiting for the HTTP request from the client.'
        )
      : webServerPage(status, `Status ${status}`)
  if (kind === 'malformed') return page('<html><head><title>Docket</ti<table><tr><td>05/3', 200)
  return page(messagePage(host.split('.')[1] ?? '', text))
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  // Responses to HEAD requests also state the length of the whole body.
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) }).end(bytes)
}

/** Sends half of a response, then closes the connection. */
function cut(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}

type Site = (system: CourtSystem, request: CourtRequest, court: string) => Answer | Promise<Answer>

/** Hosts of the court system (court-system, 1, 3, 7, 11). The first group is the court ID. */
const SITES: [RegExp, Site][] = [
  [/^(?:pacer\.login|qa-login)\.uscourts\.gov$/, centralLogin],
  [/^ecf\.([a-z0-9-]{2,10})\.uscourts\.gov$/, courtSite],
  [/^dcecf\.(psc)\.uscourts\.gov$/, courtSite],
  [/^([a-z0-9]{2,10})-showdoc\.azurewebsites\.us$/, acmsSite],
  [/^([a-z0-9]{2,10})-showdocservices\.azurewebsites\.us$/, acmsApi],
  [/^ncrs\.uscourts\.gov$/, creditorText],
]

/** Routes a request by its Host header. */
async function route(system: CourtSystem, request: CourtRequest): Promise<Answer> {
  for (const [host, site] of SITES) {
    const found = host.exec(request.host)
    if (found) return site(system, request, found[1] ?? '')
  }
  return webServerPage(421, 'Misdirected Request', 'No simulated host has this name.')
}
