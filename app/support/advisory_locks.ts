/**
 * Keys of PostgreSQL advisory locks. All processes that use a database share one key space, so
 * `lockKey` creates every key, and a test checks that they are unique. Plugins declare their
 * keys where they use them.
 */

/**
 * The key of a lock that exists once per database.
 *
 * @param letters four lowercase letters, which `pg_locks` shows as a number
 */
export function lockKey(letters: string): number {
  return Buffer.from(letters, 'latin1').readUInt32BE()
}

export const ADVISORY_LOCKS = {
  /** Shared by all processes that use an embedded cluster. */
  clusterLease: lockKey('curi'),
  /** Held while migrations and the schema check run. */
  prepareArchive: lockKey('prep'),
  /** Held by the process that keeps rate-limit ledgers in memory. */
  throttleLedgers: lockKey('thro'),
  /** Held by a transaction that creates the demo account. */
  demoAccount: lockKey('demo'),
  /** Held by a transaction of a staff action, so that permissions don't change during it. */
  staffActions: lockKey('staf'),
} as const

/** Name prefixes of locks that exist once per item; the database hashes the names. */
export const ADVISORY_LOCK_NAMES = {
  /** Followed by the name of a consumer of the change log. */
  consumer: 'curia consumer ',
  /** Followed by the name of a search index. */
  embeddings: 'curia embeddings ',
  /** Followed by the path of a stored file: held by a transaction that writes or removes it. */
  storedFile: 'curia stored file ',
  /** Followed by a court and a number or ID of a case: held by a transaction that merges its docket sheet. */
  docket: 'curia docket ',
  /** Followed by the ID of a mirror: shared by the connections that copy its records. */
  runningMirror: 'curia running mirror ',
  /** Followed by the ID of a mirror: held by the connection that compares its IDs. */
  comparedMirror: 'curia compared mirror ',
} as const
