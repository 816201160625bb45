/**
 * Where the server knowingly differs from tests/contract/resources.json.
 * A difference is written `<resource>: <what>`; each entry says why.
 */
export interface Deviation {
  matches: RegExp
  reason: string
  /** Resource whose plugin may be away. */
  resource?: string
}

export const DEVIATIONS: Deviation[] = [
  {
    matches:
      /^[\w-]+: filter [\w]+ has lookups exact, iexact, startswith, istartswith, endswith, iendswith, contains, icontains/,
    reason: 'Text filters take every text lookup, and OPTIONS shows them.',
  },
  {
    matches: /^courts: (cursor|ordering)/,
    reason: 'Courts page by cursor too, on id and date_modified.',
  },
  {
    matches:
      /^(archive-documents|archive-query|disclosure-positions|federal-integrated-database): name:/,
    reason: 'Lists are named after what their resources are called here.',
  },
  {
    matches: /^dockets: filter user_tags is not in the contract/,
    reason: 'Dockets can be found by the tags of accounts, beside those of the archive.',
    resource: 'tags',
  },
  {
    matches: /^(opinions|clusters): filter (court|docket_number) is not in the contract/,
    reason: 'Decisions can be found by court and docket number without the way there (demands, 6).',
  },
  {
    matches: /^docket-alerts: (fields|methods)/,
    reason: 'An alert may carry a note of its owner, and follow appeals.',
    resource: 'docket-alerts',
  },
  {
    matches:
      /^prayers: (field status|filter (date_created|date_created_after|date_created_before|user) )/,
    reason:
      'Accounts cannot grant their own prayers; dates have every lookup, and accounts are no resource.',
    resource: 'prayers',
  },
  {
    matches: /^archive: field \w+ has \w+ .* instead of undefined/,
    reason: 'The contract knows no words of OPTIONS for it.',
    resource: 'archive',
  },
  {
    matches: /^archive-fetch: (name:|field \w+ has max_length|field registry_otp |fields)/,
    reason:
      'Lists are named after what their resources are called here; accounts with multi-factor login send a one-time code.',
    resource: 'archive-fetch',
  },
  {
    matches: /^tags: field user has type integer/,
    reason: 'The contract knows no type word for it.',
    resource: 'tags',
  },
  {
    matches: /^tags: field title has max_length/,
    reason: 'Every text an account writes has a longest length.',
    resource: 'tags',
  },
  {
    matches: /^tags: ordering/,
    reason: 'OPTIONS shows the default ordering, which is taken, too.',
    resource: 'tags',
  },
  {
    matches: /^visualizations: field notes has max_length/,
    reason: 'Every text an account writes has a longest length.',
    resource: 'visualizations',
  },
  {
    matches: /^visualizations: ordering/,
    reason: 'OPTIONS shows the orderings that are taken.',
    resource: 'visualizations',
  },
  {
    matches: /^visualizations\/json: ordering/,
    reason: 'OPTIONS shows the orderings that are taken.',
    resource: 'visualizations/json',
  },
  {
    matches: /^alerts: field alert_type choices/,
    reason: 'The contract takes it as plain text, too: for most searches it is ignored.',
    resource: 'alerts',
  },
  {
    matches: /^alerts: field estimated_hits/,
    reason: 'What only answers show is in OPTIONS.',
    resource: 'alerts',
  },
]

/** A key in rows that the contract does not name: `<resource>.<field>`. */
export interface ExtraKey {
  matches: RegExp
  reason: string
  resource: string
}

export const EXTRA_KEYS: ExtraKey[] = [
  {
    matches: /^docket-alerts\.(note|follow_appeals)$/,
    reason: 'An alert may carry a note of its owner, and follow appeals.',
    resource: 'docket-alerts',
  },
]
