/**
 * Access of the operator's tools to metrics and to the details of health checks.
 */
import { timingSafeEqual, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { ApiError } from '#app/support/api_error'

const LOCAL = new BlockList()
LOCAL.addSubnet('127.0.0.0', 8)
LOCAL.addAddress('::1', 'ipv6')

/** Headers set by proxies, whose IP addresses don't identify the client. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * Whether a request comes from the operator. With a token, the request must send it; without one,
 * the request must come from this machine and not through a proxy.
 *
 * @param token value of METRICS_TOKEN; null if not set
 */
export function isOperator({ headers, socket }: IncomingMessage, token: string | null): boolean {
  if (token) {
    const [, given] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    return given !== undefined && timingSafeEqual(digest(given), digest(token))
  }
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  const address = socket.remoteAddress ?? ''
  return address !== '' && LOCAL.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** The response to other requests for metrics. */
export function metricsRefusal(token: string | null): ApiError {
  return token
    ? ApiError.detail(401, 'Send the token from METRICS_TOKEN as "Authorization: Bearer …".', {
        'www-authenticate': 'Bearer',
      })
    : ApiError.detail(
        403,
        'Metrics are only available on this machine unless METRICS_TOKEN is set.'
      )
}

const digest = (text: string) => Buffer.from(hash('sha256', text, 'hex'))
