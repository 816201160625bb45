/**
 * Authentication with `Authorization: Bearer <token>`: access tokens issued by a plugin.
 * Without one, all bearer tokens are invalid.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { LazyDefault } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'

/** Scopes with access to the API: full and read-only. */
export const API_SCOPES = { write: 'api', read: 'api:read' } as const

/** A valid access token. */
export interface BearerToken {
  accountId: number
  /** Scopes that the owner granted. */
  scopes: readonly string[]
}

/** Returns the account and scopes of an access token; undefined if it is invalid. */
export type BearerVerifier = (
  token: string,
  app: ApplicationService
) => BearerToken | undefined | Promise<BearerToken | undefined>

export interface BearerDefinition {
  /** Scopes that clients can request, with their descriptions. */
  scopes: Readonly<Record<string, string>>
  /** Paths of the authorization and token endpoints. */
  paths: { authorization: string; token: string }
  verify: LazyDefault<BearerVerifier>
}

export class BearerTokens {
  readonly definition: BearerDefinition | undefined

  /** @throws PluginError if two plugins issue access tokens */
  constructor(plugins: { name: string; bearer?: BearerDefinition }[]) {
    const issuers = plugins.filter(({ bearer }) => bearer)
    if (issuers.length > 1)
      throw new PluginError(
        'E_DUPLICATE_BEARER',
        `plugins ${issuers.map(({ name }) => `"${name}"`).join(' and ')} both issue bearer tokens`
      )
    this.definition = issuers[0]?.bearer
  }

  /** Scopes that clients can request; empty if no plugin issues access tokens. */
  get scopes(): readonly string[] {
    return Object.keys(this.definition?.scopes ?? {})
  }
}
