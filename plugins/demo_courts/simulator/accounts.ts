import { randomBytes } from 'node:crypto'

/** An account at the simulated central login (court-system, 1, 16). */
export interface SimulatedAccount {
  name: string
  password: string
  /** Its behavior, for the documentation and the command. */
  meaning: string
  login: 'accepted' | 'disabled' | 'expired_password' | 'no_token' | 'unavailable'
  /** Message returned with a successful login. */
  notice?: string
  /** Filer account: rejected without `redactFlag` (1). */
  isFiler?: boolean
  /** The login is rejected without `clientCode`. */
  needsClientCode?: boolean
  /** Documents require a client code; the login doesn't (12). */
  needsClientCodeForDocuments?: boolean
  /** Requires a one-time code (1). */
  isMultiFactor?: boolean
  /** Number of requests before a session expires (2). */
  sessionRequests?: number
  /** Each court shows the login page once even though the account is logged in (2). */
  seesLoginPageOnce?: boolean
}

const PASSWORD = 'Simulated-1'

const account = (
  name: string,
  meaning: string,
  rest: Partial<SimulatedAccount> = {}
): SimulatedAccount => ({ name, password: PASSWORD, meaning, login: 'accepted', ...rest })

/** Built-in accounts. */
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

/** Adds an account for tests to all simulators of the process. */
export function addAccount(made: SimulatedAccount): void {
  added.push(made)
}

/** One-time codes; each works once. */
export const ONE_TIME_CODES: readonly string[] = Array.from({ length: 20 }, (_, at) =>
  String(310_017 + at * 7_919)
)

/** A session of a logged-in account. */
export interface Session {
  token: string
  account: SimulatedAccount
  clientCode: string
  /** Number of requests since the login. */
  requests: number
  isExpired: boolean
  /** Names of one-time events that have occurred, such as the login page of a court. */
  happened: Set<string>
}

/** Maximum number of sessions; the oldest is dropped. */
const MAX_SESSIONS = 5_000

/** Accounts with their one-time codes and sessions. */
export class Accounts {
  #sessions = new Map<string, Session>()
  #codes = new Set(ONE_TIME_CODES)

  find(name: string): SimulatedAccount | undefined {
    return [...ACCOUNTS, ...added].find((one) => one.name === name)
  }

  /** Adds a one-time code. */
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

  /** The session of a token; undefined if unknown or expired (2). */
  session(token: string | undefined): Session | undefined {
    const session = token === undefined ? undefined : this.#sessions.get(token)
    return session?.isExpired ? undefined : session
  }

  /** Tokens of all sessions. */
  tokens(): string[] {
    return [...this.#sessions.keys()]
  }

  /** Expires the sessions of an account; default: all sessions. */
  expire(name?: string): void {
    for (const session of this.#sessions.values())
      if (name === undefined || session.account.name === name) session.isExpired = true
  }
}
