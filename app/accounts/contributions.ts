/**
 * What a plugin contributes to accounts.
 */
import type { AuditSentences } from './audit_sentences.js'
import type { BearerDefinition } from './bearer_tokens.js'

export interface AccountContributions {
  /** Rights of accounts its endpoints and pages ask for, with a sentence on each. */
  rights?: Record<string, string>
  /** Its actions in the audit log, as sentences. */
  auditSentences?: AuditSentences
  /** How many records of a kind an account may have, by name. Levels of membership may name other numbers. */
  quotas?: Record<string, QuotaDeclaration>
  /** Access tokens it issues: one plugin at most. */
  bearer?: BearerDefinition
}

export interface QuotaDeclaration {
  description: string
  /** For accounts without a membership. */
  free: number
  /** For members whose level names no number; as for the others unless given. */
  members?: number
}
