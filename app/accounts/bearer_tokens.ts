/**
 * What proves an account with `Authorization: Bearer <token>`: access tokens
 * that a plugin issues. Without such a plugin no bearer token is valid.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { LazyDefault } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'

/** A valid access token. */
export interface BearerToken {
  accountId: number
  /** Scopes its owner granted. */
  scopes: readonly string[]
}

/** Finds the account and scopes of an access token; undefined for one that is not valid. */
export type BearerVerifier = (
  token: string,
  app: ApplicationService
) => BearerToken | undefined | Promise<BearerToken | undefined>

export interface BearerDefinition {
  /** Scopes a client can ask for. */
  scopes: readonly string[]
  verify: LazyDefault<BearerVerifier>
}

export class BearerTokens {
  readonly definition: BearerDefinition | undefined

  /** @throws PluginError when two plugins issue access tokens */
  constructor(plugins: { name: string; bearer?: BearerDefinition }[]) {
    const issuers = plugins.filter(({ bearer }) => bearer)
    if (issuers.length > 1)
      throw new PluginError(
        'E_DUPLICATE_BEARER',
        `plugins ${issuers.map(({ name }) => `"${name}"`).join(' and ')} both issue bearer tokens`
      )
    this.definition = issuers[0]?.bearer
  }

  /** Scopes a client can ask for; empty when no plugin issues access tokens. */
  get scopes(): readonly string[] {
    return this.definition?.scopes ?? []
  }
}
