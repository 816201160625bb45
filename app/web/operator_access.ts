/**
 * Who may read what is for the operator's programs: metrics, and the details
 * of health checks.
 */
import { timingSafeEqual, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { ApiError } from '#app/support/api_error'

const LOCAL = new BlockList()
LOCAL.addSubnet('127.0.0.0', 8)
LOCAL.addAddress('::1', 'ipv6')

/** Set by proxies: their address says nothing of who asks. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * With a token, requests that have it; without one, those from this machine
 * that came through no proxy.
 *
 * @param token of the setting METRICS_TOKEN; null: none
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

/** The answer to others who ask for metrics. */
export function metricsRefusal(token: string | null): ApiError {
  return token
    ? ApiError.detail(
        401,
        'Send the token of the setting METRICS_TOKEN as "Authorization: Bearer …".',
        { 'www-authenticate': 'Bearer' }
      )
    : ApiError.detail(
        403,
        'Metrics are for this machine only, unless the setting METRICS_TOKEN has a token.'
      )
}

const digest = (text: string) => Buffer.from(hash('sha256', text, 'hex'))
