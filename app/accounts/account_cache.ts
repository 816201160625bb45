/**
 * Accounts and tokens for requests, cached in the process. The models invalidate them in the
 * transaction of a change (`app/models/cached_row.ts`).
 */
import { NamedStatement } from '#app/database/named_statement'
import type { PgNotifications } from '#app/database/notifications'
import type { Reader } from '#app/database/reader'
import { LRUCache } from 'lru-cache'
import {
  ACCOUNT_CHANGES,
  ALL_ACCOUNTS,
  onAccountChange,
  type ChangedAccount,
} from '#app/models/cached_row'
import type { ScopeRegistry } from '#app/throttle/scope_registry'
import type { QuotaRegistry } from './quota_registry.js'
import { type PolicyFacts, AccountPolicy } from './policy.js'
import { hashToken } from './tokens.js'

/**
 * Milliseconds until a record is read again: values that depend on the date change without a
 * notification.
 */
const TTL = 5 * 60_000

/** Maximum number of cached accounts, and of cached tokens. */
const MAX_CACHED = 20_000

interface AccountFacts {
  id: number
  username: string
  email: string | null
  active: boolean
  confirmed: boolean
  /** Hash of the password; null without a password. */
  password: string | null
  /** Whether its searches may be stored. */
  logSearches: boolean
  /** Whether signing in requires a code in addition to the password. */
  hasSecondFactor: boolean
}

/** An account as of its last change. */
export interface AccountRecord extends AccountFacts {
  rights: ReadonlySet<string>
  policy: AccountPolicy
}

export interface TokenRecord {
  id: number
  accountId: number
  readOnly: boolean
  /** Milliseconds since 1970; null if it doesn't expire. */
  expiresAt: number | null
}

interface AccountRow extends AccountFacts, PolicyFacts {
  rights: string[]
}

const ACCOUNT = `SELECT json_build_object(
  'id', a.id, 'username', a.username, 'email', a.email, 'active', a.is_active,
  'confirmed', a.email IS NULL OR a.email_confirmed_at IS NOT NULL, 'password', a.password,
  'logSearches', a.log_searches,
  'hasSecondFactor', EXISTS (
    SELECT FROM second_factors WHERE account_id = a.id AND date_confirmed IS NOT NULL
  ),
  'rights', array(
    SELECT "right" FROM account_rights WHERE account_id = a.id
    UNION SELECT unnest(rights) FROM roles WHERE id = a.role_id
  ),
  'overrides', (
    SELECT coalesce(json_agg(json_build_object('scope', scope, 'limit', "limit", 'seconds', seconds)), '[]')
    FROM rate_overrides WHERE account_id = a.id
  ),
  'membership', (
    SELECT json_build_object('level', level, 'payment_status', payment_status, 'termination_date', termination_date)
    FROM memberships WHERE account_id = a.id
  ),
  'promotion', coalesce((SELECT is_on FROM switches WHERE name = 'promotion'), false)
)::text FROM accounts a`

const BY_ID = new NamedStatement(`${ACCOUNT} WHERE a.id = $1`)
const BY_NAME = new NamedStatement(`${ACCOUNT} WHERE curia_fold(a.username) = curia_fold($1)`)
const TOKEN = new NamedStatement(
  `SELECT id::text, account_id::text, read_only::text, (extract(epoch FROM expires_at) * 1000)::text
   FROM api_tokens WHERE hash = $1`
)

export class AccountCache {
  readonly #accounts = new LRUCache<number, AccountRecord>({
    max: MAX_CACHED,
    ttl: TTL,
    ttlResolution: 1_000,
  })
  readonly #tokens = new LRUCache<string, TokenRecord>({ max: MAX_CACHED })
  /** Incremented by each notification; results of earlier reads are not cached. */
  #version = 0
  #listening = false

  constructor(
    readonly reader: Reader,
    readonly scopes: ScopeRegistry,
    readonly quotas: QuotaRegistry
  ) {}

  /** Subscribes to changes. Nothing is cached before that. */
  async subscribe(notifications: PgNotifications): Promise<void> {
    onAccountChange((changed) => this.invalidate(changed))
    await notifications.listen(ACCOUNT_CHANGES, {
      onMessage: (text) => this.invalidate(text === ALL_ACCOUNTS ? ALL_ACCOUNTS : Number(text)),
      onDisconnect: () => {
        this.#listening = false
        this.invalidate(ALL_ACCOUNTS)
      },
      onReconnect: () => {
        this.invalidate(ALL_ACCOUNTS)
        this.#listening = true
      },
    })
  }

  /** Removes an account and its tokens from the cache, or everything. */
  invalidate(accountId: ChangedAccount): void {
    this.#version++
    if (accountId === ALL_ACCOUNTS) {
      this.#accounts.clear()
      this.#tokens.clear()
      return
    }
    this.#accounts.delete(accountId)
    for (const [text, token] of this.#tokens) {
      if (token.accountId === accountId) this.#tokens.delete(text)
    }
  }

  /** The token, even if expired; undefined for an unknown token. */
  token(text: string): TokenRecord | undefined | Promise<TokenRecord | undefined> {
    return this.#tokens.get(text) ?? this.#readToken(text)
  }

  account(id: number): AccountRecord | undefined | Promise<AccountRecord | undefined> {
    return this.#accounts.get(id) ?? this.#readAccount(BY_ID, id)
  }

  /** The account with a username, ignoring case. */
  named(username: string): Promise<AccountRecord | undefined> {
    return this.#readAccount(BY_NAME, username)
  }

  async #readToken(text: string): Promise<TokenRecord | undefined> {
    const version = this.#version
    const [row] = await this.reader.rows(TOKEN, [hashToken(text)])
    if (!row) return undefined
    const [id, accountId, readOnly, expiresAt] = row
    const token = {
      id: Number(id),
      accountId: Number(accountId),
      readOnly: readOnly === 'true',
      expiresAt: expiresAt === null ? null : Number(expiresAt),
    }
    if (this.#mayKeep(version)) this.#tokens.set(text, token)
    return token
  }

  async #readAccount(
    statement: NamedStatement,
    key: number | string
  ): Promise<AccountRecord | undefined> {
    const version = this.#version
    const [row] = await this.reader.rows(statement, [key])
    if (!row) return undefined
    const { overrides, membership, promotion, rights, ...account } = JSON.parse(
      row[0]!
    ) as AccountRow
    const record: AccountRecord = {
      ...account,
      rights: new Set(rights),
      policy: new AccountPolicy({ overrides, membership, promotion }, this.scopes, this.quotas),
    }
    if (this.#mayKeep(version)) this.#accounts.set(record.id, record)
    return record
  }

  /** Results of reads that started before a notification may be stale. */
  #mayKeep(versionBefore: number): boolean {
    return this.#listening && this.#version === versionBefore
  }
}

/** The account that performs a write. */
export interface Caller {
  account: AccountRecord
}
