/**
 * Intentional differences between the server and tests/contract/resources.json. A
 * difference has the form `<resource>: <difference>`. Each entry gives a reason.
 */
export interface Deviation {
  matches: RegExp
  reason: string
  /** Resource of a plugin that may be removed. */
  resource?: string
}

export const DEVIATIONS: Deviation[] = [
  {
    matches:
      /^[\w-]+: filter [\w]+ has lookups exact, iexact, startswith, istartswith, endswith, iendswith, contains, icontains/,
    reason: 'Text filters support every text lookup, and OPTIONS lists them.',
  },
  {
    matches: /^courts: (cursor|ordering)/,
    reason: 'Courts also support cursor pagination, by id and date_modified.',
  },
  {
    matches:
      /^(archive-documents|archive-query|disclosure-positions|federal-integrated-database): name:/,
    reason: 'List names use the resource names of this server.',
  },
  {
    matches: /^dockets: filter user_tags is not in the contract/,
    reason: 'Dockets can be filtered by user tags in addition to archive tags.',
    resource: 'tags',
  },
  {
    matches: /^(opinions|clusters): filter (court|docket_number) is not in the contract/,
    reason:
      'Decisions can be filtered by court and docket number directly, without related filters.',
  },
  {
    matches: /^docket-alerts: (fields|methods|ordering)/,
    reason:
      'An alert may have a note by its owner, follow appeals, and limit its emails. Lists can be ordered by the docket.',
    resource: 'docket-alerts',
  },
  {
    matches:
      /^prayers: (field status|filter (date_created|date_created_after|date_created_before|user) )/,
    reason:
      "Accounts can't grant their own prayers. Dates support every lookup, and accounts aren't a resource.",
    resource: 'prayers',
  },
  {
    matches: /^archive: field \w+ has \w+ .* instead of undefined/,
    reason: "The contract doesn\'t define OPTIONS for it.",
    resource: 'archive',
  },
  {
    matches: /^archive-fetch: (name:|field \w+ has max_length|field registry_otp |fields)/,
    reason:
      'List names use the resource names of this server. Accounts with multi-factor authentication send a one-time code.',
    resource: 'archive-fetch',
  },
  {
    matches: /^tags: field user has type integer/,
    reason: "The contract doesn\'t define a type for it.",
    resource: 'tags',
  },
  {
    matches: /^tags: field title has max_length/,
    reason: 'Every user-written text has a maximum length.',
    resource: 'tags',
  },
  {
    matches: /^tags: ordering/,
    reason: 'OPTIONS lists the default ordering, which is also accepted.',
    resource: 'tags',
  },
  {
    matches: /^visualizations: field notes has max_length/,
    reason: 'Every user-written text has a maximum length.',
    resource: 'visualizations',
  },
  {
    matches: /^visualizations: ordering/,
    reason: 'OPTIONS lists all accepted orderings.',
    resource: 'visualizations',
  },
  {
    matches: /^visualizations\/json: ordering/,
    reason: 'OPTIONS lists all accepted orderings.',
    resource: 'visualizations/json',
  },
  {
    matches: /^alerts: field alert_type choices/,
    reason: 'The contract also accepts it as plain text, because most searches ignore it.',
    resource: 'alerts',
  },
  {
    matches: /^alerts: field estimated_hits/,
    reason: 'OPTIONS includes read-only fields.',
    resource: 'alerts',
  },
]

/** Keys of records that aren't in the contract: `<resource>.<field>`. */
export interface ExtraKey {
  matches: RegExp
  reason: string
  resource: string
}

export const EXTRA_KEYS: ExtraKey[] = []
