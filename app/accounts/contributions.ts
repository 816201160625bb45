/**
 * Contributions of a plugin to accounts.
 */
import type { AuditSentences } from './audit_sentences.js'
import type { BearerDefinition } from './bearer_tokens.js'

export interface AccountContributions {
  /** Permissions required by the plugin's endpoints and pages, each with a description. */
  rights?: Record<string, string>
  /** Sentences for the plugin's actions in the audit log. */
  auditSentences?: AuditSentences
  /** Quotas of records per account, by name. Membership levels can set other numbers. */
  quotas?: Record<string, QuotaDeclaration>
  /** Access tokens; only one plugin can issue them. */
  bearer?: BearerDefinition
}

export interface QuotaDeclaration {
  description: string
  /** For accounts without a membership. */
  free: number
  /** For members whose level has no number; by default the same as without a membership. */
  members?: number
}
