/** Descriptions of failed requests to other servers. */

/** Reasons by the code or the name of an error; the longest matching start of it counts. */
const REASONS: Record<string, string> = {
  ABORT_ERR: 'this server was stopped',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: "the certificate isn't valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  EAI_AGAIN: "the host name can't be looked up now",
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: "the host can't be reached",
  ENETUNREACH: "the host's network can't be reached",
  ENOTFOUND: "the host name doesn't exist",
  EPIPE: 'the connection was closed while sending',
  EPROTO: 'the server has no TLS on this port',
  ERR_SSL: "the connection can't be encrypted",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server has no TLS on this port',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server has no TLS on this port',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  ETIMEDOUT: 'the connection timed out',
  HPE_: "the response isn't valid HTTP",
  HPE_HEADER_OVERFLOW: 'the response headers are too large',
  HTTPParserError: "the response isn't valid HTTP",
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain contains an untrusted self-signed certificate',
  SyntaxError: "the response isn't JSON",
  TimeoutError: 'there was no response in time',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is signed by an unknown authority',
  UND_ERR_BODY_TIMEOUT: 'the response stopped',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are too large',
  UND_ERR_HEADERS_TIMEOUT: 'there was no response in time',
  UND_ERR_SOCKET: 'the connection was closed',
  Z_: 'the response is compressed incorrectly',
}

interface FailedRequest extends Error {
  code?: unknown
  cause?: FailedRequest
  errors?: readonly FailedRequest[]
}

/**
 * A clause about a failed request, such as "the connection was refused". It has nothing that was
 * sent or received, and no IP addresses: messages of system errors do.
 *
 * @param error of `node:http`, `node:https`, `fetch`, or `JSON.parse`
 */
export function describeFailure(error: unknown): string {
  const { code, cause, errors, name } = error as FailedRequest
  // `fetch` throws a TypeError with a cause. For a host with several IP addresses, each has an error.
  if (cause instanceof Error) return describeFailure(cause)
  if (errors?.length) return describeFailure(errors[0])
  // Codes of DOMException are numbers.
  const key = typeof code === 'string' && code ? code : name
  const starts = Object.keys(REASONS).filter((start) => key.startsWith(start))
  const longest = starts.sort((one, other) => other.length - one.length)[0]
  if (longest !== undefined) return REASONS[longest]!
  return key === 'Error' ? 'the connection failed' : `the connection failed (${key})`
}

/** Whether `fetch` never requests the URL, because other protocols use its port. */
export function isPortBlocked(error: unknown): boolean {
  const { cause } = error as FailedRequest
  return cause?.message === 'bad port'
}
