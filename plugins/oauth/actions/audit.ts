import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import AuditEntry from '#app/models/audit_entry'

export interface AuditedAction {
  action: 'oauth.grant' | 'oauth.revoke' | 'oauth.client_remove' | 'oauth.rotate_keys'
  /** The account whose access it concerns, if it is one. */
  account?: { id: number; username: string }
  /** What it concerns: the name of a client. */
  subject: string
  before?: object
  after?: object
}

/** Records an action in the audit log. */
export async function audit(
  trx: TransactionClientContract,
  actor: Actor,
  { action, account, subject, before, after }: AuditedAction
): Promise<void> {
  await AuditEntry.create(
    {
      actorId: actor.id,
      actor: actor.name,
      action,
      accountId: account?.id ?? null,
      account: account?.username ?? '',
      subject,
      before: before ?? null,
      after: after ?? null,
    },
    { client: trx }
  )
}
