import type { AuditedFact, AuditWords } from '#app/accounts/audit_sentences'
import type { Cell, Link } from './admin_list.js'

interface AuditedRow extends AuditedFact {
  actorId: unknown
  actor: string
  accountId: unknown
}

/** An entry of the audit log as a sentence that leads to its accounts. */
export function auditCell(words: AuditWords, row: AuditedRow): Cell {
  const parts = words.sentence(row).map((part) => {
    if ('words' in part) return part.words
    return accountLink(part.account, row.accountId)
  })
  return { parts: [accountLink(row.actor, row.actorId), ' ', ...parts] }
}

/** Accounts of the past have a name only. */
function accountLink(name: string, id: unknown): Link | string {
  return id ? { text: name, path: `/admin/accounts/${id}/` } : name
}
