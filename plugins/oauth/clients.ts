/**
 * Registered applications (clients) and their access to accounts (grants).
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import OAuthRecord from './models/oauth_record.js'
import type { AccountRecord } from '#app/accounts/account_cache'
import type { Actor } from '#app/accounts/authority'
import AuditEntry, { type AuditFact } from '#app/models/audit_entry'

/** Models of clients: registered ones, and metadata documents as of the last grant. */
const CLIENT_MODELS = ['Client', 'ClientDocument']

/** Returns the name in the metadata of a client. */
export function nameIn(metadata: Record<string, unknown>): string {
  return typeof metadata.client_name === 'string' ? metadata.client_name : 'Unnamed application'
}

async function clientName(trx: TransactionClientContract, clientId: string): Promise<string> {
  const client = await OAuthRecord.query({ client: trx })
    .whereIn('model', CLIENT_MODELS)
    .where('key', clientId)
    .first()
  return client ? nameIn(client.payload) : 'Removed application'
}

/** Access of one application to an account. */
export interface ConnectedApplication {
  id: number
  name: string
  /** Host of its first redirect URI. */
  host: string
  scopes: string[]
  granted: Date
  lastUsed: Date | null
}

/** Returns the applications that have access to an account, newest first. */
export async function listConnectedApplications(
  accountId: number
): Promise<ConnectedApplication[]> {
  const grants = await OAuthRecord.query()
    .where({ model: 'Grant', accountId })
    .whereRaw('expires_at > now()')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
  const clients = await OAuthRecord.query()
    .whereIn('model', CLIENT_MODELS)
    .whereIn('key', [...new Set(grants.map(({ clientId }) => clientId!))])
  const byId = new Map(clients.map((client) => [client.key, client.payload]))
  return grants.flatMap(({ id, clientId, payload, dateCreated, lastUsedAt }) => {
    const metadata = byId.get(clientId!)
    if (!metadata) return []
    const { openid } = payload as { openid?: { scope?: string } }
    return {
      id,
      name: nameIn(metadata),
      host: getRedirectHost(metadata),
      scopes: (openid?.scope ?? '').split(' ').filter(Boolean),
      granted: dateCreated,
      lastUsed: lastUsedAt,
    }
  })
}

const MAX_SHOWN = 200

/** Returns the host of the first redirect URI. */
export function getRedirectHost({ redirect_uris: uris }: Record<string, unknown>): string {
  const [uri] = Array.isArray(uris) ? (uris as string[]) : []
  return uri && URL.canParse(uri) ? new URL(uri).host : ''
}

/** Revokes the access of an application to an account, with all its tokens. */
export class RevokeGrant {
  /** @returns the name of the application; undefined if the account has no such grant */
  async handle(
    trx: TransactionClientContract,
    account: AccountRecord,
    id: number
  ): Promise<string | undefined> {
    const grant = await OAuthRecord.query({ client: trx })
      .where({ id, model: 'Grant', accountId: account.id })
      .forUpdate()
      .first()
    if (!grant) return undefined
    const name = await clientName(trx, grant.clientId!)
    await OAuthRecord.query({ client: trx }).where('grantId', grant.key).delete()
    await grant.delete()
    const actor = { id: account.id, name: account.username }
    await audit(trx, actor, { action: 'oauth.revoke', account, subject: name })
    return name
  }
}

interface AuditedAction extends AuditFact {
  action: 'oauth.grant' | 'oauth.revoke' | 'oauth.client_remove' | 'oauth.rotate_keys'
}

/** Records an action in the audit log. */
export async function audit(
  trx: TransactionClientContract,
  actor: Actor,
  fact: AuditedAction
): Promise<void> {
  await AuditEntry.record(trx, actor, fact)
}

/** Removes an application with its access to all accounts. */
export class RemoveClient {
  /** @returns the name of the application; undefined if it doesn't exist */
  async handle(
    trx: TransactionClientContract,
    actor: Actor,
    id: number
  ): Promise<string | undefined> {
    const client = await OAuthRecord.query({ client: trx })
      .where('id', id)
      .whereIn('model', CLIENT_MODELS)
      .forUpdate()
      .first()
    if (!client) return undefined
    const name = nameIn(client.payload)
    await OAuthRecord.query({ client: trx }).where('clientId', client.key).delete()
    await client.delete()
    const before = { client_id: client.key, redirect_uris: client.payload.redirect_uris }
    await audit(trx, actor, { action: 'oauth.client_remove', subject: name, before })
    return name
  }
}
