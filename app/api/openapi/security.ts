/** Security schemes, and the alternatives that operations accept. */
import type { Catalog } from '../catalog.js'
import type { Access } from '../gate.js'
import { API_SCOPES } from '#app/accounts/bearer_tokens'
import { SESSION_COOKIE } from '#config/session'
import type { Schema } from './schema.js'

/** Schemes of all API roots. */
const SCHEMES: Record<string, Schema> = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Token`, a space, then the token: `Token 0123…`.',
  },
  basic: { type: 'http', scheme: 'basic', description: 'Username and password.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Session of the website. Writes also require the `X-CSRFToken` header.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Signature with a secret of the server, with the `webhook-id` and `webhook-timestamp` headers.',
  },
}

/** Security of the operations under a root. */
export class Security {
  constructor(readonly catalog: Pick<Catalog, 'bearer'>) {}

  /** @param address scheme and host of the server */
  schemes(address: string): Record<string, Schema> {
    const { bearer } = this.catalog
    if (!bearer) return SCHEMES
    const authorizationCode = {
      authorizationUrl: address + bearer.paths.authorization,
      tokenUrl: address + bearer.paths.token,
      refreshUrl: address + bearer.paths.token,
      scopes: bearer.scopes,
    }
    return {
      ...SCHEMES,
      oauth: {
        type: 'oauth2',
        description: 'Access token in the Authorization header: `Bearer`, a space, the token.',
        flows: { authorizationCode },
      },
    }
  }

  /** Requirement of reads that anonymous callers may send: the default of the document. */
  get reads(): Schema[] {
    return [{}, ...this.#accounts('read')]
  }

  /**
   * @returns the requirement as the `security` of an operation; empty for the default
   */
  of(access: Access, { reads, account }: { reads: boolean; account: boolean }): Schema {
    if (access.signed && !reads) return { security: [{ signature: [] }] }
    const safe = reads || access.changesNothing
    if (safe && !account) return {}
    const accounts = this.#accounts(safe ? 'read' : 'write')
    return { security: account ? accounts : [{}, ...accounts] }
  }

  #accounts(needed: keyof typeof API_SCOPES): Schema[] {
    const { bearer } = this.catalog
    return [
      ...['token', 'basic', 'session'].map((name) => ({ [name]: [] })),
      ...(bearer ? [{ oauth: [API_SCOPES[needed]] }] : []),
    ]
  }
}
