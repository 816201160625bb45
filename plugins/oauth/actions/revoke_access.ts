import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AccountRecord } from '#app/accounts/account_cache'
import { clientName, CLIENT_MODELS, nameIn } from '../clients.js'
import OAuthRecord from '../models/oauth_record.js'
import type { Actor } from '#app/accounts/authority'
import AuditEntry, { type AuditFact } from '#app/models/audit_entry'

/** Takes back the access an account gave to an application: all its tokens end at once. */
export class RevokeGrant {
  /** @returns the name of the application; undefined when the account has no such grant */
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

/** Removes an application with all access it was given. */
export class RemoveClient {
  /** @returns the name of the application; undefined when there is none */
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
