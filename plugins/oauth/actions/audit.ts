import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import AuditEntry, { type AuditFact } from '#app/models/audit_entry'

export interface AuditedAction extends AuditFact {
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
