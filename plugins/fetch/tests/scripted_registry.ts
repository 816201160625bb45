/** A court system with scripted responses. */
import { randomUUID } from 'node:crypto'
import { CookieJar } from 'tough-cookie'
import { noteSecrets } from '#tests/helpers/secrets'
import { RegistryError } from '../registry_client/registry_error.js'
import type {
  Credentials,
  RegistryClient,
  RegistrySession,
  SessionState,
} from '../registry_client/types.js'
import type { SessionTexts } from '../registry_sessions.js'
import { useCourtSystem } from './use_court_system.js'

type Script = Partial<Omit<RegistrySession, 'notice' | 'state'>>

export interface Scripted {
  /** Credentials of each login, in order. */
  logins: Credentials[]
  /** Names of calls to sessions and the client, in order. */
  calls: string[]
  /** Decides whether a login succeeds; default: always. */
  logIn: (credentials: Credentials) => RegistryError | undefined
  /** Responses of sessions. */
  session: Script
  /** Result of a probe. */
  probe: (court: string) => RegistryError | undefined
  /** Removes all sessions, as a restart does. */
  restart: () => Promise<void>
  restore: () => void
}

/**
 * Makes this process use a scripted court system.
 *
 * @param texts session storage; default: memory
 */
export async function scriptRegistry(texts?: SessionTexts): Promise<Scripted> {
  const script: Scripted = {
    logins: [],
    calls: [],
    logIn: () => undefined,
    session: {},
    probe: () => undefined,
    restart: async () => void (await use()),
    restore: () => {},
  }
  const sessionOf = (state: SessionState): RegistrySession =>
    new Proxy({} as RegistrySession, {
      get: (_target, name: keyof Script | 'notice' | 'state') => {
        // `await` reads this property.
        if ((name as string) === 'then') return undefined
        if (name === 'notice') return state.notice
        if (name === 'state') return () => state
        return async (...given: unknown[]) => {
          script.calls.push(String(name))
          const answer = script.session[name] as ((...args: unknown[]) => unknown) | undefined
          if (!answer) throw new Error(`the script has no answer to ${String(name)}`)
          return answer(...given)
        }
      },
    })
  const client = {
    logIn: async (credentials: Credentials) => {
      script.logins.push({ ...credentials })
      const refusal = script.logIn(credentials)
      if (refusal) throw refusal
      return sessionOf(await newState())
    },
    resume: sessionOf,
    probe: async (court: string) => {
      const refusal = script.probe(court)
      if (refusal) throw refusal
    },
    close: async () => {},
  } as unknown as RegistryClient
  const use = () => useCourtSystem(client, texts)
  script.restore = await use()
  return script
}

async function newState(): Promise<SessionState> {
  const jar = new CookieJar()
  const cookie = `session-${randomUUID()}`
  noteSecrets('session of the court system', [cookie])
  await jar.setCookie(`NextGenCSO=${cookie}; Domain=uscourts.gov; Path=/`, 'https://uscourts.gov/')
  return {
    cookies: (await jar.serialize())!,
    proxy: null,
    notice: '',
    loggedInAt: Date.now(),
  }
}

/** Credentials that no other test uses. */
export function someCredentials() {
  const given = {
    registry_username: `reader-${randomUUID()}`,
    registry_password: `pw-${randomUUID()}`,
  }
  noteSecrets('user name at the court system', [given.registry_username])
  noteSecrets('password', [given.registry_password])
  return given
}

export const refused = (code: RegistryError['code'], said = '') => new RegistryError(code, said)
