/**
 * Whose fault it is that a mail was not accepted (RFC 5321, 4.2).
 */
export type Failure =
  /** The address does not exist, or does not want mail. */
  | 'refused'
  /** The address cannot take it now: full, or slowed down. */
  | 'later'
  /** This one message is not wanted. */
  | 'message'
  /** The server cannot be reached, or does not want us. */
  | 'server'

/** What an error of the transport means. */
export function failureOf(error: Error & { responseCode?: number; command?: string }): Failure {
  const { responseCode: code = 0, command = '' } = error
  if (command === 'RCPT TO') {
    if (code >= 500) return 'refused'
    if (code >= 400) return 'later'
  }
  if (command === 'DATA') {
    if (code >= 500) return 'message'
    if (code >= 400) return 'later'
  }
  return 'server'
}
