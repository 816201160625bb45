/**
 * What can become of a COMMIT other than success.
 */

/** The server answered COMMIT with ROLLBACK: an earlier statement had failed and its error was swallowed. */
export class TransactionAborted extends Error {
  override name = 'TransactionAborted'

  constructor() {
    super('COMMIT rolled the transaction back because an earlier statement in it had failed.')
  }
}

/** The connection ended between COMMIT and its answer: the transaction may or may not be stored. */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'

  constructor(cause: unknown) {
    super('The connection to the database was lost during COMMIT; its outcome is unknown.', {
      cause,
    })
  }
}

/** SQLSTATE classes with which the server ends a connection: 08 (connection exception), 57P (operator intervention). */
const CONNECTION_ENDED = /^(08|57P)/
const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * What a failed COMMIT means. Only an error of the server that leaves the
 * connection open proves that nothing was stored.
 *
 * @param error what the driver threw
 * @returns the error itself where the server refused, CommitOutcomeUnknown where its answer is missing
 */
export function commitError(error: unknown): unknown {
  if (error instanceof TransactionAborted) return error
  const { code } = error as { code?: unknown }
  const refused = typeof code === 'string' && SQLSTATE.test(code) && !CONNECTION_ENDED.test(code)
  return refused ? error : new CommitOutcomeUnknown(error)
}

/**
 * Checks the server's answer to COMMIT: it is no error, but the tag ROLLBACK,
 * when the transaction had failed before (PostgreSQL, "COMMIT", Notes).
 *
 * @param command tag of the answer
 * @throws TransactionAborted
 */
export function requireCommitted(command: string): void {
  if (command !== 'COMMIT') throw new TransactionAborted()
}
