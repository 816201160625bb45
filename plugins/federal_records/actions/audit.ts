import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import AuditEntry from '#app/models/audit_entry'

export interface DocumentAction {
  action: 'document.seal' | 'document.unseal' | 'document.dismiss_bad_redaction'
  document: number
  before: object
}

/** Records what staff did to a document in the audit log. */
export async function audit(
  trx: TransactionClientContract,
  actor: Actor,
  { action, document, before }: DocumentAction
): Promise<void> {
  await AuditEntry.record(trx, actor, { action, subject: `document ${document}`, before })
}
