/**
 * The OAuth provider of an address. A server that is reached under several
 * addresses (localhost and a name) has one for each, over the same records.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import { LRUCache } from 'lru-cache'
import type Provider from 'oidc-provider'
import type { AccountCache } from '#app/accounts/account_cache'
import { Targets } from '#plugins/webhooks/public'
import settings from '../settings.js'
import { configurationOf } from './configuration.js'
import { guardedFetch, type Fetch } from './guarded_fetch.js'
import { library } from './library.js'
import { signingKeys } from './signing_keys.js'

/** Addresses at a time: callers name them. */
const MAX_PROVIDERS = 8

/** Milliseconds after which signing keys are read again. */
const KEYS_TTL = 60_000

export class OAuthProviders {
  readonly #made = new LRUCache<string, Promise<Provider>>({ max: MAX_PROVIDERS, ttl: KEYS_TTL })

  readonly #fetch = settings.clientDocuments ? documentFetch() : undefined

  constructor(
    readonly database: Database,
    readonly accountCache: AccountCache
  ) {}

  /** @param issuer scheme and host, without a slash at its end */
  at(issuer: string): Promise<Provider> {
    const made = this.#made.get(issuer)
    if (made) return made
    const provider = this.#make(issuer)
    this.#made.set(issuer, provider)
    provider.catch(() => this.#made.delete(issuer))
    return provider
  }

  /** Has the next request read the signing keys. */
  forget(): void {
    this.#made.clear()
  }

  async #make(issuer: string): Promise<Provider> {
    const { database, accountCache } = this
    const keys = await signingKeys(database)
    const jwks = { keys } as never
    const { Provider: Made } = library()
    const provider = new Made(
      issuer,
      configurationOf({ database, accountCache, jwks, fetch: this.#fetch })
    )
    // The mount sets what a proxy would forward from the issuer.
    provider.proxy = true
    const { prototype } = provider.Client as unknown as {
      prototype: { clientSecret?: string; compareClientSecret(secret: string): boolean }
    }
    prototype.compareClientSecret = function (secret) {
      return isSecret(secret, this.clientSecret)
    }
    return provider
  }
}

/**
 * `fetch` for metadata documents: from public hosts only. Those in the network that webhooks of
 * accounts may reach are not among them, for anyone can name a client ID.
 */
export function documentFetch(): Fetch {
  return guardedFetch(new Targets({ allowedHosts: [] }))
}

/** The form in which the secret of a client is stored. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

function isSecret(secret: string, stored = ''): boolean {
  const [given, expected] = [Buffer.from(hashSecret(secret)), Buffer.from(stored)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
