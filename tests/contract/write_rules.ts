/** Rules for bodies that JSON Schema can't express, or that depend on other records. */

interface Rule {
  /** Resources and endpoints, by their path under Curia's own root; all by default. */
  paths?: string[]
  status?: number
  /** Matches the error body. */
  error: RegExp
  reason: string
}

export const RULES: Rule[] = [
  {
    error: /has no field with this name|body has no field/,
    reason: 'Under /api/rest/, names that are not fields are errors. Read-only names are ignored.',
  },
  {
    error: /Null characters are not allowed|Surrogate characters are not allowed/,
    reason: 'PostgreSQL stores neither.',
  },
  { error: /may not be blank/, reason: 'A required text has a character other than a space.' },
  {
    error: /does not exist|object does not exist|Enter the URL (or ID )?of a record|No record/,
    reason: 'Links refer to records that the account may use.',
  },
  { error: /Incorrect type\. Expected pk value/, reason: 'IDs of courts are words.' },
  { error: /must make a unique set|You already have a webhook/, reason: 'The record exists.' },
  {
    paths: ['archive'],
    error: /Uploads of |isn't a valid value|is not an? |looks like a docket number/,
    reason: 'The type of an upload and its court determine which IDs it has (/docs/uploads/).',
  },
  {
    paths: ['archive-fetch'],
    error: /require |requires court/,
    reason: 'The type of a request determines how it names its record (/docs/fetching/).',
  },
  {
    paths: ['alerts'],
    error: /matches everything|The query determines the type/,
    reason: 'The query of an alert narrows a search and determines its type (/docs/alerts/).',
  },
  {
    paths: ['docket-alerts'],
    error: /Unsubscribing \(0\) requires/,
    reason: 'Only accounts that follow the cases of forwarded emails can unsubscribe.',
  },
  {
    paths: ['docket-alerts'],
    error: /Enter words or phrases/,
    reason: 'Lists of words have words.',
  },
  {
    paths: ['notes'],
    error: /Set exactly one of cluster, docket, and document/,
    reason: 'A note is about one record (/docs/notes/).',
  },
  {
    paths: ['webhooks'],
    error: /Unknown (event type|version)/,
    reason: 'Each event type has its own versions (/docs/webhooks/).',
  },
  {
    paths: ['citation-lookup'],
    error: /Either 'text' or 'reporter'|not both|This field is required|Not a valid string/,
    reason: 'A lookup has a text, or a volume, reporter, and page, without unpaired surrogates.',
  },
]

/** The reason of the rule that an error body names; undefined for other errors. */
export function brokenRule(path: string, status: number, body: unknown): string | undefined {
  const text = JSON.stringify(body)
  return RULES.find(
    (rule) =>
      (rule.paths?.includes(path) ?? true) &&
      status === (rule.status ?? 400) &&
      rule.error.test(text)
  )?.reason
}
