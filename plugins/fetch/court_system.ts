/** How this process reaches the court system, and the sessions it keeps there. */
import type { ApplicationService } from '@adonisjs/core/types'
import { settings as serverSettings } from '#start/env'
import type { RegistryClient } from './registry_client/types.js'
import { fetchingClient } from './services.js'
import { RegistrySessions } from './sessions/registry_sessions.js'
import { MemoryTexts, RedisTexts, type SessionTexts } from './sessions/session_texts.js'

/** One for each process. */
export class CourtSystem {
  /** @param client throws RegistryOff where this server may not reach the court system */
  constructor(
    readonly sessions: RegistrySessions,
    readonly client: () => Promise<RegistryClient>
  ) {}
}

const made = new WeakMap<ApplicationService, Promise<CourtSystem>>()

/** The court system of a process, made when it is first wanted. */
export async function courtSystem(app: ApplicationService): Promise<CourtSystem> {
  let system = made.get(app)
  if (!system) {
    made.set(app, (system = make(app)))
    // What failed is tried again.
    system.catch(() => made.delete(app))
  }
  return system
}

/** Has the process use another; the answer takes it back. For tests. */
export function replaceCourtSystem(app: ApplicationService, system: CourtSystem): () => void {
  const before = made.get(app)
  made.set(app, Promise.resolve(system))
  return () => void (before ? made.set(app, before) : made.delete(app))
}

async function make(app: ApplicationService): Promise<CourtSystem> {
  return new CourtSystem(await makeSessions(app, await openTexts(app)), () => fetchingClient(app))
}

/** Sessions under the key of this server. */
export async function makeSessions(
  app: ApplicationService,
  texts: SessionTexts
): Promise<RegistrySessions> {
  const encryption = await app.container.make('encryption')
  return new RegistrySessions(texts, {
    encrypt: (value, purpose) => encryption.encrypt(value, { purpose }),
    decrypt: (text, purpose) => encryption.decrypt(text, purpose),
    key: serverSettings.appKey,
  })
}

async function openTexts(app: ApplicationService): Promise<SessionTexts> {
  if (!serverSettings.redisUrl) return new MemoryTexts()
  return new RedisTexts((await app.container.make('redis')).connection('main'))
}
