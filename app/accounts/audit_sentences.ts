/**
 * Entries of the audit log as sentences, which follow the name of the actor; `{account}` and
 * `{subject}` are placeholders.
 */
import type { StaffAction } from './authority.js'

/** Sentences by action: `fetch.pause: 'paused fetching from {subject}'`. */
export type AuditSentences = Record<string, string>

const STAFF_SENTENCES: Record<StaffAction, string> = {
  'account.create': 'created the account {account}',
  'account.activate': 'reopened the account {account}',
  'account.deactivate': 'closed the account {account}',
  'account.confirm': 'marked the email address of {account} as confirmed',
  'second_factor.remove': 'disabled two-factor sign-in for {account}',
  'role.set': 'changed the role of {account}',
  'right.grant': 'granted the permission {subject} to {account}',
  'right.revoke': 'removed the permission {subject} from {account}',
  'membership.set': 'changed the membership of {account}',
  'override.set': 'changed the rates of {account} in the scope {subject}',
  'token.add': 'created the token {subject} for {account}',
  'token.replace': 'replaced the primary token of {account}',
  'token.revoke': 'revoked a token of {account}',
  'promotion.set': 'changed the promotion',
  'maintenance.set': 'changed maintenance',
  'job.retry': 'retried the job {subject}',
  'record.edit': 'edited {subject}',
}

export interface AuditedFact {
  action: string
  account: string
  subject: string
}

/** A part of a sentence; account names link to their pages. */
export type SentencePart = { words: string } | { account: string }

export class AuditWords {
  readonly #sentences: ReadonlyMap<string, string>

  constructor(plugins: { auditSentences?: AuditSentences }[]) {
    this.#sentences = new Map(
      plugins
        .flatMap(({ auditSentences = {} }) => Object.entries(auditSentences))
        .concat(Object.entries(STAFF_SENTENCES))
    )
  }

  /** Actions with their sentences, sorted by sentence. */
  get actions(): [action: string, words: string][] {
    return [...this.#sentences]
      .map(([action, sentence]): [string, string] => [action, general(sentence)])
      .toSorted(([, a], [, b]) => a.localeCompare(b))
  }

  /** The sentence of an action; the plugin that declared it may no longer be installed. */
  sentence({ action, account, subject }: AuditedFact): SentencePart[] {
    const sentence = this.#sentences.get(action) ?? `did ${action} ({subject})`
    return sentence
      .split(/(\{\w+\})/)
      .filter(Boolean)
      .map((part) => {
        if (part === '{account}') return account ? { account } : { words: 'an account' }
        return { words: part === '{subject}' ? subject : part }
      })
  }
}

function general(sentence: string): string {
  const words = sentence.replace('{account}', 'an account').replace('{subject}', '…')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
