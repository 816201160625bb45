/**
 * OAuth providers by issuer. A server with several origins (such as localhost
 * and a host name) has one provider per origin, all with the same records.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import { LRUCache } from 'lru-cache'
import logger from '@adonisjs/core/services/logger'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { AccountCache } from '#app/accounts/account_cache'
import { logFailure } from '#app/database/database_unavailable'
import { describeDatabaseError } from '#app/exceptions/database_errors'
import { cacheControl } from '#app/support/caching'
import { Targets } from '#plugins/webhooks/public'
import settings from '../settings.js'
import { buildProviderConfiguration } from './configuration.js'
import { guardedFetch, type Fetch } from './guarded_fetch.js'
import { library } from './library.js'
import { signingKeys } from './signing_keys.js'

/** Maximum number of cached providers, because the origin comes from the request. */
const MAX_PROVIDERS = 8

/** Milliseconds after which signing keys are reloaded. */
const KEYS_TTL = 60_000

export class OAuthProviders {
  readonly #made = new LRUCache<string, Promise<Provider>>({ max: MAX_PROVIDERS, ttl: KEYS_TTL })

  readonly #fetch = settings.clientDocuments ? documentFetch() : undefined

  constructor(
    readonly database: Database,
    readonly accountCache: AccountCache
  ) {}

  /** @param issuer scheme and host without a trailing slash */
  at(issuer: string): Promise<Provider> {
    const made = this.#made.get(issuer)
    if (made) return made
    const provider = this.#make(issuer)
    this.#made.set(issuer, provider)
    provider.catch(() => this.#made.delete(issuer))
    return provider
  }

  /** Clears the cache, so that the next request reloads the signing keys. */
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
      buildProviderConfiguration({ issuer, database, accountCache, jwks, fetch: this.#fetch })
    )
    // The mount sets the forwarded headers from the issuer.
    provider.proxy = true
    provider.use(completeResponse)
    provider.on('server_error', answerFailure)
    const { prototype } = provider.Client as unknown as {
      prototype: { clientSecret?: string; compareClientSecret(secret: string): boolean }
    }
    prototype.compareClientSecret = function (secret) {
      return isSecret(secret, this.clientSecret)
    }
    return provider
  }
}

/** Completes responses of the library for clients that are strict about headers and types. */
async function completeResponse(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.method !== 'POST') return
  // RFC 6749, 5.1 requires both headers.
  ctx.set('cache-control', cacheControl('authorization'))
  ctx.set('pragma', 'no-cache')
  // RFC 7009 ignores the body, but an empty one would have the type text/plain.
  if (ctx.status === 200 && ctx.body === '') ctx.body = {}
}

/** Logs a failure of the provider, and describes known ones to the client. */
function answerFailure(ctx: KoaContextWithOIDC, error: Error): void {
  logFailure(logger, error, 'OAuth request failed', { method: ctx.method, path: ctx.path })
  const known = describeDatabaseError(error)
  if (!known || ctx.oidc.route === 'authorization' || ctx.oidc.route === 'resume') return
  const { detail } = known.body as { detail: string }
  ctx.status = known.status
  ctx.set(known.headers)
  ctx.body = { error: 'temporarily_unavailable', error_description: detail }
}

/**
 * `fetch` for metadata documents, limited to public hosts. Internal hosts allowed for webhooks
 * are excluded, because client IDs can come from anyone.
 */
export function documentFetch(): Fetch {
  return guardedFetch(new Targets({ allowedHosts: [] }))
}

/** Hashes the secret of a client for storage. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

function isSecret(secret: string, stored = ''): boolean {
  const [given, expected] = [Buffer.from(hashSecret(secret)), Buffer.from(stored)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
