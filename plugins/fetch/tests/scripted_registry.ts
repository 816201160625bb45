/** A court system whose answers tests decide, call by call. */
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
  /** Credentials of each login, in turn. */
  logins: Credentials[]
  /** Names of the calls of sessions and of the client, in turn. */
  calls: string[]
  /** Says whether a login succeeds; by default all do. */
  logIn: (credentials: Credentials) => RegistryError | undefined
  /** What sessions answer. */
  session: Script
  /** What the look at a court finds. */
  probe: (court: string) => RegistryError | undefined
  /** Forgets all sessions, as a restart does. */
  restart: () => Promise<void>
  restore: () => void
}

/**
 * Has this process ask a court system that follows a script.
 *
 * @param texts where sessions are kept, in memory unless given
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
        // An awaited object is asked for it.
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

/** Credentials no other test has. */
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
