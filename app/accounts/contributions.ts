/**
 * What a plugin contributes to accounts.
 */
import type { AuditSentences } from './audit_sentences.js'
import type { BearerDefinition } from './bearer_tokens.js'

export interface AccountContributions {
  /** Permissions that endpoints and pages require, with a description. */
  rights?: Record<string, string>
  /** Sentences that describe the plugin's actions in the audit log. */
  auditSentences?: AuditSentences
  /** Limits on the number of records per account, by name. */
  quotas?: Record<string, QuotaDeclaration>
  /** Access tokens that the plugin issues. */
  bearer?: BearerDefinition
}

export interface QuotaDeclaration {
  description: string
  /** For accounts without a membership. */
  free: number
  /** For members whose level sets no number. Defaults to `free`. */
  members?: number
}
