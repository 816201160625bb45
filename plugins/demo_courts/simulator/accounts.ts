import { randomBytes } from 'node:crypto'

/** An account at the simulated central login (court-system.md, 1 and 16). */
export interface SimulatedAccount {
  name: string
  password: string
  /** Its behavior, for the documentation and the command. */
  meaning: string
  login: 'accepted' | 'disabled' | 'expired_password' | 'no_token' | 'unavailable'
  /** What is pending, passed on with a successful login. */
  notice?: string
  /** Files documents: refused without `redactFlag` (1). */
  isFiler?: boolean
  /** The login is refused without `clientCode`. */
  needsClientCode?: boolean
  /** The login works without, the documents do not (12). */
  needsClientCodeForDocuments?: boolean
  /** Asks for a one-time code (1). */
  isMultiFactor?: boolean
  /** Requests of a session before the courts forget it (2). */
  sessionRequests?: number
  /** Gets a login page once at each court although logged in (2). */
  seesLoginPageOnce?: boolean
}

const PASSWORD = 'Simulated-1'

const account = (
  name: string,
  meaning: string,
  rest: Partial<SimulatedAccount> = {}
): SimulatedAccount => ({ name, password: PASSWORD, meaning, login: 'accepted', ...rest })

/** Every account of the simulated system. */
export const ACCOUNTS: readonly SimulatedAccount[] = [
  account('simreader', 'Logs in and has read access.'),
  account('simreader2', 'A second account with read access.'),
  account('simnotice', 'Logs in with a notice that the password is about to expire.', {
    notice: 'Your password expires in 5 days. (Simulated)',
  }),
  account('simexpired', 'Rejected: the password has expired.', { login: 'expired_password' }),
  account('simdisabled', 'Rejected: the account is disabled.', { login: 'disabled' }),
  account('simfiler', 'Filer account: rejected without the redaction flag.', { isFiler: true }),
  account('simclient', 'Rejected without a client code.', { needsClientCode: true }),
  account('simclientlater', 'Logs in without a client code, but needs one to buy documents.', {
    notice: 'A client code is required for searches. (Simulated)',
    needsClientCodeForDocuments: true,
  }),
  account('simfactor', 'Requires a one-time code.', { isMultiFactor: true }),
  account('simdown', 'The login returns status 503.', { login: 'unavailable' }),
  account('simnotoken', 'The login succeeds but creates no session.', { login: 'no_token' }),
  account('simbrief', 'Its session ends after 3 requests.', { sessionRequests: 3 }),
  account(
    'simspurious',
    'Each court shows the login page once even though the account is logged in.',
    {
      seesLoginPageOnce: true,
    }
  ),
]

const added: SimulatedAccount[] = []

/** Lets tests log in with credentials of their own, at every simulator of the process. */
export function addAccount(made: SimulatedAccount): void {
  added.push(made)
}

/** One-time codes of accounts that ask for one; each works once. */
export const ONE_TIME_CODES: readonly string[] = Array.from({ length: 20 }, (_, at) =>
  String(310_017 + at * 7_919)
)

/** A login that the courts know. */
export interface Session {
  token: string
  account: SimulatedAccount
  clientCode: string
  /** Requests since the login. */
  requests: number
  isExpired: boolean
  /** What happened once, by a name: a login page of a court. */
  happened: Set<string>
}

/** Sessions kept; the oldest is forgotten. */
const MAX_SESSIONS = 5_000

/** Accounts, their one-time codes and their sessions. */
export class Accounts {
  #sessions = new Map<string, Session>()
  #codes = new Set(ONE_TIME_CODES)

  find(name: string): SimulatedAccount | undefined {
    return [...ACCOUNTS, ...added].find((one) => one.name === name)
  }

  /** Makes another code that works once. */
  issueCode(code: string): string {
    if (this.#codes.size < 1_000) this.#codes.add(code)
    return code
  }

  /** @returns whether the code was unused */
  useCode(code: string): boolean {
    return this.#codes.delete(code)
  }

  open(of: SimulatedAccount, clientCode: string): Session {
    const token = randomBytes(64).toString('hex')
    const session = {
      token,
      account: of,
      clientCode,
      requests: 0,
      isExpired: false,
      happened: new Set<string>(),
    }
    if (this.#sessions.size >= MAX_SESSIONS) {
      const [oldest] = this.#sessions.keys()
      this.#sessions.delete(oldest)
    }
    this.#sessions.set(token, session)
    return session
  }

  close(token: string): void {
    this.#sessions.delete(token)
  }

  /** The session of the cookies of a request; undefined when a court does not know it (2). */
  session(token: string | undefined): Session | undefined {
    const session = token === undefined ? undefined : this.#sessions.get(token)
    return session?.isExpired ? undefined : session
  }

  /** What the cookies of sessions hold. */
  tokens(): string[] {
    return [...this.#sessions.keys()]
  }

  /** The courts forget the sessions of an account, or all. */
  expire(name?: string): void {
    for (const session of this.#sessions.values())
      if (name === undefined || session.account.name === name) session.isExpired = true
  }
}
