/**
 * Entries of the audit log in words. A sentence follows the name of who acted;
 * `{account}` and `{subject}` stand for what the entry names.
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
  'right.grant': 'granted the right {subject} to {account}',
  'right.revoke': 'removed the right {subject} from {account}',
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

/** A piece of a sentence; names of accounts lead to their pages. */
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

  /** Actions with their sentences, in alphabetical order of these. */
  get actions(): [action: string, words: string][] {
    return [...this.#sentences]
      .map(([action, sentence]): [string, string] => [action, general(sentence)])
      .toSorted(([, a], [, b]) => a.localeCompare(b))
  }

  /** What was done, also where the plugin that did it is gone. */
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
